package org.mayflydb.server.transport;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The oldest version of TLS that clients may use. */
public enum TlsVersion {
    V1_2("1.2"),
    V1_3("1.3");

    private final String number;

    TlsVersion(String number) {
        this.number = number;
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
    List<String> protocols() {
        return Stream.of(values())
                .filter(version -> version.compareTo(this) >= 0)
                .map(version -> "TLSv" + version.number)
                .toList();
    }
}
