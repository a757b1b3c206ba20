package org.mayflydb.catalog;

/** How far a permission goes. */
public enum PermissionMode {
    /** Reading and writing. */
    ALL("All"),
    /** Reading and querying. */
    READ("Read");

    private final String text;

    PermissionMode(String text) {
        this.text = text;
    }

    /** As the service writes it. */
    public String text() {
        return text;
    }

    static PermissionMode of(String text) {
        return text.equals(ALL.text) ? ALL : READ;
    }
}
