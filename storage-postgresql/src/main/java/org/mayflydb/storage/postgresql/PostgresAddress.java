package org.mayflydb.storage.postgresql;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.StoreAddress;
import org.mayflydb.storage.StoreUnavailableException;

/**
 * A parsed address of a store: {@code postgresql://[user@]host[:port][,host[:port]]/database[?parameter=value&...]}. It has no password.
 *
 * @param user null if the environment names it
 * @param hosts each as {@code host:port}
 * @param schema the PostgreSQL schema that holds the tables
 * @param connections how many connections are open at most
 * @param timeout after which a call is given up, whatever its deadline
 * @param sslMode as the driver calls them
 * @param files the parameters {@code sslrootcert}, {@code sslcert} and {@code sslkey}, where they are set
 * @param passwordFile holds the password alone; null if the environment has it, or none is needed
 */
record PostgresAddress(
        @Nullable String user,
        List<String> hosts,
        String database,
        String schema,
        int connections,
        Duration timeout,
        String sslMode,
        Map<String, String> files,
        @Nullable Path passwordFile) {

    static final String SCHEME = "postgresql";
    static final int CONNECTIONS = 16;
    static final int CONNECTIONS_MAX = 1_000;
    static final Duration TIMEOUT = Duration.ofSeconds(30);
    static final int TIMEOUT_SECONDS_MAX = 3_600;

    private static final String FORM = "postgresql://[USER@]HOST[:PORT][,HOST[:PORT]]/DATABASE";
    private static final int DEFAULT_PORT = 5432;
    private static final Pattern PARTS =
            Pattern.compile("//(?:(?<user>[^@/?]+)@)?(?<hosts>[^/?@]+)/(?<database>[^/?]+)(?:\\?(?<parameters>.*))?");
    private static final Pattern HOST =
            Pattern.compile("(?<host>[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])(?::(?<port>[0-9]{1,5}))?");
    private static final Pattern SCHEMA = Pattern.compile("[a-z_][a-z0-9_]{0,39}");
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final Set<String> SSL_MODES = Set.of("disable", "prefer", "require", "verify-ca", "verify-full");
    private static final Set<String> FILES = Set.of("sslrootcert", "sslcert", "sslkey");
    private static final String KNOWN =
            "connections, passwordfile, schema, sslcert, sslkey, sslmode, sslrootcert, timeout";

    PostgresAddress {
        hosts = List.copyOf(hosts);
        files = Map.copyOf(files);
    }

    /** @throws StoreUnavailableException saying what is wrong with the address; it never repeats a password */
    static PostgresAddress parse(StoreAddress address) {
        Matcher parts = PARTS.matcher(address.rest());
        if (!parts.matches()) {
            throw new StoreUnavailableException("the address of the PostgreSQL store is not of the form " + FORM);
        }
        String user = parts.group("user");
        if (user != null && user.contains(":")) {
            throw passwordInAddress();
        }
        List<String> hosts = List.of(parts.group("hosts").split(",", -1)).stream()
                .map(PostgresAddress::host)
                .toList();
        Map<String, String> parameters = parameters(parts.group("parameters"));
        Map<String, String> files = new TreeMap<>(parameters);
        files.keySet().retainAll(FILES);
        String sslMode = sslMode(parameters.get("sslmode"), hosts);
        checkOwnCertificate(sslMode, files);
        String passwordFile = parameters.get("passwordfile");
        return new PostgresAddress(
                user == null ? null : decoded(user),
                hosts,
                decoded(parts.group("database")),
                oneOf("schema", parameters.getOrDefault("schema", "mayfly"), SCHEMA),
                number("connections", parameters.get("connections"), CONNECTIONS, CONNECTIONS_MAX),
                Duration.ofSeconds(
                        number("timeout", parameters.get("timeout"), (int) TIMEOUT.toSeconds(), TIMEOUT_SECONDS_MAX)),
                sslMode,
                files,
                passwordFile == null ? null : Path.of(passwordFile));
    }

    private static StoreUnavailableException passwordInAddress() {
        return new StoreUnavailableException(
                "the address of the PostgreSQL store contains a password, which others can see: set"
                        + " the environment variable PGPASSWORD, or the parameter passwordfile to the path of a file with the password");
    }

    private static String host(String text) {
        Matcher host = HOST.matcher(text);
        int port = DEFAULT_PORT;
        if (host.matches() && host.group("port") != null) {
            port = Integer.parseInt(host.group("port"));
        }
        if (!host.matches() || port < 1 || port > 65_535) {
            throw new StoreUnavailableException(
                    "'" + text + "' in the address of the PostgreSQL store is not HOST:PORT");
        }
        return host.group("host") + ":" + port;
    }

    private static Map<String, String> parameters(@Nullable String text) {
        Map<String, String> parameters = new TreeMap<>();
        if (text == null || text.isEmpty()) {
            return parameters;
        }
        for (String parameter : text.split("&", -1)) {
            int equals = parameter.indexOf('=');
            String name = equals < 0 ? parameter : parameter.substring(0, equals);
            if (name.equals("password")) {
                throw passwordInAddress();
            }
            if (equals < 0 || !List.of(KNOWN.split(", ")).contains(name)) {
                throw new StoreUnavailableException("the address of the PostgreSQL store has the parameter '" + name
                        + "', which is not NAME=VALUE with one of these names: " + KNOWN);
            }
            if (parameters.put(name, decoded(parameter.substring(equals + 1))) != null) {
                throw new StoreUnavailableException(
                        "the address of the PostgreSQL store has the parameter '" + name + "' twice");
            }
        }
        return parameters;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            throw new StoreUnavailableException(
                    "the address of the PostgreSQL store has a % that is not followed by two hexadecimal digits",
                    malformed);
        }
    }

    private static String oneOf(String name, String value, Pattern allowed) {
        if (!allowed.matcher(value).matches()) {
            throw new StoreUnavailableException("the parameter " + name + " of the PostgreSQL store is '" + value
                    + "', but must match " + allowed.pattern());
        }
        return value;
    }

    private static int number(String name, @Nullable String text, int otherwise, int max) {
        if (text == null) {
            return otherwise;
        }
        if (text.matches("[0-9]{1,6}")) {
            int number = Integer.parseInt(text);
            if (number >= 1 && number <= max) {
                return number;
            }
        }
        throw new StoreUnavailableException("the parameter " + name + " of the PostgreSQL store is '" + text
                + "', but must be a number from 1 to " + max);
    }

    /** Without the parameter, what is sent beyond this machine is encrypted and the server's name is verified. */
    private static String sslMode(@Nullable String text, List<String> hosts) {
        if (text == null) {
            boolean local =
                    hosts.stream().allMatch(host -> LOOPBACK.contains(host.substring(0, host.lastIndexOf(':'))));
            return local ? "prefer" : "verify-full";
        }
        if (!SSL_MODES.contains(text)) {
            throw new StoreUnavailableException(
                    "the parameter sslmode of the PostgreSQL store is '" + text + "', but must be one of "
                            + String.join(", ", SSL_MODES.stream().sorted().toList()));
        }
        return text;
    }

    /** The driver sends no certificate while it trusts what Java trusts. */
    private static void checkOwnCertificate(String sslMode, Map<String, String> files) {
        if (sslMode.startsWith("verify") && !files.isEmpty() && !files.containsKey("sslrootcert")) {
            throw new StoreUnavailableException(
                    "the parameters sslcert and sslkey of the PostgreSQL store need sslrootcert:"
                            + " set it to the file of the authority that signed the certificate of the server");
        }
    }

    /** Without the user and the parameters, for messages. */
    String location() {
        return SCHEME + "://" + String.join(",", hosts) + "/" + database;
    }
}
