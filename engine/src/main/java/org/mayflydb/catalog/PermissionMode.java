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

    /** The name as the service writes it; requests may use any letter case. */
    public String text() {
        return text;
    }

    static PermissionMode of(String text) {
        return text.equalsIgnoreCase(ALL.text) ? ALL : READ;
    }
}
