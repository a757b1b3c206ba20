package org.mayflydb.server.transport;

import org.jspecify.annotations.Nullable;

/** The oldest version of TLS that clients may use. */
public enum TlsVersion {
    V1_2("1.2", "TLSv1.3", "TLSv1.2"),
    V1_3("1.3", "TLSv1.3");

    private final String number;
    private final String[] protocols;

    TlsVersion(String number, String... protocols) {
        this.number = number;
        this.protocols = protocols;
    }

    /** By its number, such as {@code 1.3}; null if it is not supported. */
    public static @Nullable TlsVersion ofNumber(String number) {
        for (TlsVersion version : values()) {
            if (version.number.equals(number)) {
                return version;
            }
        }
        return null;
    }

    /** This version and those after it, as Java names them. */
    String[] protocols() {
        return protocols.clone();
    }
}
