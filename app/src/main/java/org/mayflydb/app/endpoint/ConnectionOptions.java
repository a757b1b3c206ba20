package org.mayflydb.app.endpoint;

import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.server.ServerSettings;
import picocli.CommandLine.Option;

/**
 * The options by which a command finds its endpoint, for {@code @Mixin}. What the options do not say the environment
 * does, and what neither says is the server on this machine with the key that everybody knows.
 */
public final class ConnectionOptions {
    static final String ENDPOINT_VARIABLE = "MAYFLY_ENDPOINT";
    static final String KEY_VARIABLE = "MAYFLY_KEY";
    static final String CONNECTION_STRING_VARIABLE = "COSMOS_CONNECTION_STRING";

    private static final String ENDPOINT_DEFAULT = "https://localhost:8081";

    @Option(
            names = "--endpoint",
            paramLabel = "URL",
            description = "The endpoint. Default: MAYFLY_ENDPOINT, or https://localhost:8081")
    private @Nullable String endpoint;

    @Option(
            names = "--key",
            paramLabel = "KEY",
            description =
                    "The account key. Default: MAYFLY_KEY, or for localhost the well-known emulator key. Prefer the"
                            + " variable: other users of the machine can see command lines.")
    private @Nullable String key;

    @Option(
            names = "--connection-string",
            paramLabel = "TEXT",
            description =
                    "AccountEndpoint=...;AccountKey=...; instead of both. Default: COSMOS_CONNECTION_STRING, if neither"
                            + " MAYFLY_ENDPOINT nor MAYFLY_KEY is set")
    private @Nullable String connectionString;

    @Option(
            names = "--certificate",
            paramLabel = "FILE",
            description = "PEM file with certificates to trust in addition to those of Java. Not needed for localhost.")
    private @Nullable Path certificate;

    /** The connection that options and environment describe. */
    public Connection connection(Map<String, String> environment) {
        if (connectionString != null && (endpoint != null || key != null)) {
            throw new BadRequestException("--connection-string replaces --endpoint and --key: pass either it or them.");
        }
        if (connectionString != null) {
            return ofConnectionString(connectionString);
        }
        String variable = environment.getOrDefault(CONNECTION_STRING_VARIABLE, "");
        if (endpoint == null
                && key == null
                && !variable.isBlank()
                && !environment.containsKey(ENDPOINT_VARIABLE)
                && !environment.containsKey(KEY_VARIABLE)) {
            return ofConnectionString(variable);
        }
        URI uri = Connection.uri(
                endpoint != null ? endpoint : environment.getOrDefault(ENDPOINT_VARIABLE, ENDPOINT_DEFAULT));
        return new Connection(uri, key != null ? key : defaultKey(uri, environment), Optional.ofNullable(certificate));
    }

    private static String defaultKey(URI uri, Map<String, String> environment) {
        String given = environment.getOrDefault(KEY_VARIABLE, "");
        if (!given.isBlank()) {
            // A server takes several, separated by commas, and the first is as good as any.
            return given.split(",", 2)[0].strip();
        }
        if (Connection.isLoopback(uri)) {
            return ServerSettings.WELL_KNOWN_KEY;
        }
        throw new BadRequestException("There is no key for " + uri + ". Set " + KEY_VARIABLE + " or pass --key.");
    }

    private Connection ofConnectionString(String text) {
        Map<String, String> parts = new HashMap<>();
        for (String part : text.split(";", -1)) {
            int equals = part.indexOf('=');
            if (equals > 0) {
                parts.put(
                        part.substring(0, equals).strip().toLowerCase(Locale.ROOT),
                        part.substring(equals + 1).strip());
            }
        }
        String uri = parts.get("accountendpoint");
        String accountKey = parts.get("accountkey");
        if (uri == null || accountKey == null) {
            throw new BadRequestException(
                    "A connection string has the form AccountEndpoint=https://host:port/;AccountKey=...;");
        }
        return new Connection(Connection.uri(uri), accountKey, Optional.ofNullable(certificate));
    }
}
