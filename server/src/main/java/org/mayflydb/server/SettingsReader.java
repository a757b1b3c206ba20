package org.mayflydb.server;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.regex.Pattern;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.FileFailures;
import org.mayflydb.base.SimilarName;
import org.mayflydb.charge.ThroughputRules;
import org.mayflydb.server.entra.EntraSettings;
import org.mayflydb.server.entra.EntraSettings.Mode;
import org.mayflydb.server.protocol.Consistency;
import org.mayflydb.server.transport.TlsVersion;
import org.mayflydb.storage.Durability;
import org.mayflydb.storage.StoreAddress;
import org.mayflydb.storage.StoreException;
import org.mayflydb.storage.Stores;

/** Finds the value of each setting, and where it came from, so that a complaint can say where to look. */
final class SettingsReader {
    private static final int PORT_MAX = 65_535;
    private static final Pattern SERVICE_LINK = Pattern.compile("(tcp|udp|sctp)://");

    private final Map<Setting, SettingValue> values = new EnumMap<>(Setting.class);

    SettingsReader(List<SettingValue> weaker, Map<String, String> environment, List<SettingValue> stronger) {
        Map<Setting, SettingValue> given = new EnumMap<>(Setting.class);
        weaker.forEach(value -> put(given, value));
        for (Setting setting : Setting.values()) {
            String text = environment.get(setting.environmentVariable());
            if (text != null && !isServiceLink(setting, text)) {
                put(given, new SettingValue(setting, text, setting.environmentVariable()));
            }
        }
        stronger.forEach(value -> put(given, value));
        SettingValue config = given.get(Setting.CONFIG);
        if (config != null) {
            values.putAll(file(config));
        }
        values.putAll(given);
    }

    /**
     * Kubernetes sets MAYFLY_PORT to tcp://10.0.0.1:8081 in every pod of a namespace that has a service named mayfly, and
     * MAYFLY_DIRECT_PORT likewise for mayfly-direct.
     */
    private static boolean isServiceLink(Setting setting, String text) {
        return setting.environmentVariable().endsWith("_PORT")
                && SERVICE_LINK.matcher(text).lookingAt();
    }

    /** @param flags values by {@link Setting#key()} */
    static List<SettingValue> ofFlags(Map<String, String> flags) {
        return flags.entrySet().stream()
                .map(flag -> {
                    Setting setting = setting(flag.getKey(), "the command line");
                    return new SettingValue(setting, flag.getValue(), setting.flag());
                })
                .toList();
    }

    ServerSettings settings() {
        Optional<SharedStoreSettings> shared = sharedStore();
        SettingValue data = data(shared);
        StoreAddress store = StoreAddress.parse(data.text());
        boolean memory = truth(Setting.MEMORY) || store.isMemory();
        List<String> keys = keys(Setting.KEY, Setting.KEY_FILE);
        List<String> readOnlyKeys = keys(Setting.READ_ONLY_KEY, Setting.READ_ONLY_KEY_FILE);
        return new ServerSettings(
                memory,
                memory ? Path.of("") : directory(store, data),
                shared,
                text(Setting.HOST),
                number(Setting.PORT),
                directPort(),
                port(Setting.PROBE_PORT),
                truth(Setting.EXPLORER) ? port(Setting.EXPLORER_PORT) : OptionalInt.empty(),
                port(Setting.ROUTING_PORT),
                list(Setting.ADVERTISE),
                keys,
                readOnlyKeys,
                truth(Setting.ALLOW_DEFAULT_KEY),
                entra(keys, readOnlyKeys),
                path(Setting.CERTIFICATE_FILE)
                        .map(path -> new CertificateFile(path, text(Setting.CERTIFICATE_PASSWORD))),
                tlsMinimum(),
                auditLog(memory, store),
                text(Setting.ACCOUNT),
                Optional.of(text(Setting.ACCOUNT_ENDPOINT)).filter(endpoint -> !endpoint.isEmpty()),
                path(Setting.BACKUP_DIRECTORY),
                durability(),
                isOn(Setting.PURGE),
                number(Setting.CLOCK_TOLERANCE_SECONDS),
                number(Setting.CLOCK_GRACE_SECONDS),
                new ThroughputRules(isOn(Setting.RATE_LIMITING), truth(Setting.SERVERLESS)),
                number(Setting.CONTAINER_MEGABYTES),
                text(Setting.MEMORY_MEGABYTES).isEmpty()
                        ? OptionalInt.empty()
                        : OptionalInt.of(number(Setting.MEMORY_MEGABYTES)),
                number(Setting.TTL_GUARD),
                consistency(),
                truth(Setting.EXPLORER),
                number(Setting.MAX_CONNECTIONS),
                truth(Setting.LOG_REQUESTS),
                path(Setting.SEED));
    }

    private Optional<SharedStoreSettings> sharedStore() {
        SettingValue address = value(Setting.STORE);
        if (address.text().isEmpty()) {
            for (Setting ofCluster : List.of(Setting.NODE, Setting.CLUSTER_PORT, Setting.CLUSTER_SECRET_FILE)) {
                if (values.containsKey(ofCluster)) {
                    throw new BadRequestException("The setting " + ofCluster.key() + " (from "
                            + value(ofCluster).source()
                            + ") is for a server that shares a store, but there is no setting store.");
                }
            }
            return Optional.empty();
        }
        StoreAddress store = StoreAddress.parse(address.text());
        if (store.isDirectory() || store.isMemory()) {
            throw new BadRequestException("The setting store (from " + address.source()
                    + ") must be the address of a store that servers can share, such as postgresql://HOST/DATABASE. A directory or"
                    + " memory is for one server alone: use data or memory.");
        }
        try {
            Stores.provider(store);
        } catch (StoreException unknown) {
            throw new BadRequestException("The store that the setting store (from " + address.source()
                    + ") names cannot be used: " + unknown.getMessage()
                    + " Stores that servers can share are optional modules: see docs/CLUSTER.md.");
        }
        String node = Optional.of(text(Setting.NODE))
                .filter(name -> !name.isEmpty())
                .or(SharedStoreSettings::machine)
                .orElseThrow(() -> new BadRequestException(
                        "This machine has no name: give the server one with the setting node."));
        boolean chosen = !values.containsKey(Setting.CLUSTER_PORT) && number(Setting.PORT) == 0;
        int port = chosen ? 0 : number(Setting.CLUSTER_PORT);
        if (port < 0 || port > PORT_MAX) {
            throw unusable(Setting.CLUSTER_PORT, "a port");
        }
        return Optional.of(new SharedStoreSettings(store, node, port, path(Setting.CLUSTER_SECRET_FILE)));
    }

    /** Servers that share a store may run on one machine, so each has a directory of its own. */
    private SettingValue data(Optional<SharedStoreSettings> shared) {
        SettingValue data = value(Setting.DATA);
        return shared.isEmpty() || values.containsKey(Setting.DATA)
                ? data
                : new SettingValue(
                        Setting.DATA, data.text() + "-" + shared.get().node(), data.source());
    }

    private EntraSettings entra(List<String> keys, List<String> readOnlyKeys) {
        Mode mode = switch (text(Setting.ENTRA_TOKENS).toLowerCase(Locale.ROOT)) {
            case "" -> ServerSettings.containWellKnownKey(keys, readOnlyKeys) ? Mode.LOCAL : Mode.OFF;
            case "off" -> Mode.OFF;
            case "local" -> Mode.LOCAL;
            case "validate" -> Mode.VALIDATE;
            default -> throw unusable(Setting.ENTRA_TOKENS, "off, local or validate");
        };
        return new EntraSettings(
                mode,
                list(Setting.ENTRA_ISSUERS),
                list(Setting.ENTRA_AUDIENCES),
                Optional.of(text(Setting.ENTRA_KEYS)).filter(keyset -> !keyset.isEmpty()),
                path(Setting.ENTRA_ROLES));
    }

    private List<String> list(Setting setting) {
        String text = text(setting);
        return text.isEmpty()
                ? List.of()
                : Arrays.stream(text.split(",", -1)).map(String::strip).toList();
    }

    private List<String> keys(Setting inline, Setting inFile) {
        Optional<Path> file = path(inFile);
        if (file.isEmpty()) {
            return list(inline);
        }
        SettingValue source = value(inFile);
        if (values.containsKey(inline)) {
            throw new BadRequestException("There are keys from " + value(inline).source() + " and from the file "
                    + file.get() + " (" + source.source() + "). Give one of the two.");
        }
        try {
            List<String> keys = Files.readAllLines(file.get(), StandardCharsets.UTF_8).stream()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .toList();
            if (keys.isEmpty()) {
                throw new BadRequestException(
                        "There is no key in the file " + file.get() + " (from " + source.source() + ").");
            }
            return keys;
        } catch (IOException e) {
            throw new BadRequestException(
                    "The key file (from " + source.source() + ") cannot be read: " + FileFailures.describe(e));
        }
    }

    /** An empty variable is none: that is how many tools unset one. */
    private static void put(Map<Setting, SettingValue> target, SettingValue value) {
        if (!value.text().isBlank()) {
            target.put(
                    value.setting(),
                    new SettingValue(value.setting(), value.text().strip(), value.source()));
        }
    }

    private static Map<Setting, SettingValue> file(SettingValue config) {
        Path file = path(config);
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            properties.load(reader);
        } catch (IOException failure) {
            throw unreadable(config, FileFailures.describe(failure));
        } catch (IllegalArgumentException malformed) {
            throw unreadable(config, String.valueOf(malformed.getMessage()));
        }
        Map<Setting, SettingValue> found = new EnumMap<>(Setting.class);
        for (String key : properties.stringPropertyNames()) {
            Setting setting = setting(key, file.toString());
            if (setting == Setting.CONFIG) {
                throw new BadRequestException("A file of settings cannot name another one: " + file);
            }
            put(found, new SettingValue(setting, properties.getProperty(key, ""), file.toString()));
        }
        return found;
    }

    private static BadRequestException unreadable(SettingValue config, String reason) {
        return new BadRequestException(
                "The settings file that " + config.source() + " names cannot be read: " + reason + ".");
    }

    private static Setting setting(String key, String place) {
        for (Setting setting : Setting.values()) {
            if (setting.key().equals(key)) {
                return setting;
            }
        }
        String similar = SimilarName.to(
                key, Arrays.stream(Setting.values()).map(Setting::key).toList());
        throw new BadRequestException("There is no setting " + key + " (in " + place + ")."
                + (similar == null ? "" : " Did you mean " + similar + "?"));
    }

    private SettingValue value(Setting setting) {
        SettingValue value = values.get(setting);
        return value == null ? new SettingValue(setting, setting.defaultValue(), "its default") : value;
    }

    private String text(Setting setting) {
        return value(setting).text();
    }

    private boolean truth(Setting setting) {
        return switch (text(setting).toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw unusable(setting, "true or false");
        };
    }

    private boolean isOn(Setting setting) {
        return switch (text(setting).toLowerCase(Locale.ROOT)) {
            case "on" -> true;
            case "off" -> false;
            default -> throw unusable(setting, "on or off");
        };
    }

    private int number(Setting setting) {
        try {
            return Integer.parseInt(text(setting));
        } catch (NumberFormatException e) {
            throw unusable(setting, "a number");
        }
    }

    private OptionalInt directPort() {
        // Who lets the system choose runs several servers, of which only one could have the usual port.
        boolean chosen = !values.containsKey(Setting.DIRECT_PORT) && number(Setting.PORT) == 0;
        return chosen ? OptionalInt.of(0) : port(Setting.DIRECT_PORT);
    }

    private OptionalInt port(Setting setting) {
        return text(setting).equalsIgnoreCase("off") ? OptionalInt.empty() : OptionalInt.of(number(setting));
    }

    private Optional<Path> path(Setting setting) {
        SettingValue value = value(setting);
        return value.text().isEmpty() ? Optional.empty() : Optional.of(path(value));
    }

    private TlsVersion tlsMinimum() {
        TlsVersion version = TlsVersion.ofNumber(text(Setting.TLS_MINIMUM));
        if (version == null) {
            throw unusable(Setting.TLS_MINIMUM, "1.2 or 1.3");
        }
        return version;
    }

    private Optional<Path> auditLog(boolean memory, StoreAddress store) {
        if (text(Setting.AUDIT_LOG).equalsIgnoreCase("off")) {
            return Optional.empty();
        }
        Optional<Path> given = path(Setting.AUDIT_LOG);
        return given.isPresent() || memory
                ? given
                : Optional.of(store.directory().resolve("audit").resolve("audit.log"));
    }

    private Consistency consistency() {
        Consistency level = Consistency.ofWireName(text(Setting.CONSISTENCY));
        if (level == null) {
            throw unusable(Setting.CONSISTENCY, "a consistency level such as Session");
        }
        return level;
    }

    private Durability durability() {
        return switch (text(Setting.DURABILITY).toLowerCase(Locale.ROOT)) {
            case "synced" -> Durability.SYNCED;
            case "relaxed" -> Durability.RELAXED;
            default -> throw unusable(Setting.DURABILITY, "synced or relaxed");
        };
    }

    private static Path directory(StoreAddress store, SettingValue value) {
        try {
            if (!store.isDirectory()) {
                Stores.provider(store);
            }
            return store.directory();
        } catch (StoreException refused) {
            throw new BadRequestException(value.text() + " (from " + value.source() + "): " + refused.getMessage());
        }
    }

    private static Path path(SettingValue value) {
        try {
            return Path.of(value.text());
        } catch (InvalidPathException e) {
            throw new BadRequestException(value.text() + " (from " + value.source() + ") is not a path.");
        }
    }

    private BadRequestException unusable(Setting setting, String wanted) {
        SettingValue value = value(setting);
        return new BadRequestException("The setting " + setting.key() + " (from " + value.source() + ") must be "
                + wanted + ", not \"" + value.text() + "\".");
    }
}
