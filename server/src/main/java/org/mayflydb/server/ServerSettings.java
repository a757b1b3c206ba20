package org.mayflydb.server;

import io.netty.util.NetUtil;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.charge.ThroughputRules;
import org.mayflydb.server.auth.AccountKeys;
import org.mayflydb.server.entra.EntraSettings;
import org.mayflydb.server.protocol.Consistency;
import org.mayflydb.server.transport.TlsVersion;
import org.mayflydb.storage.Durability;

/**
 * How a server is run. {@link Setting} says what each means.
 *
 * @param memory whether everything is kept in memory
 * @param data directory of the database, not used in memory
 * @param sharedStore where the database is instead, if several servers share it; empty if it is in {@code data} or in memory
 * @param directPort for clients in direct mode; empty if there is none
 * @param probePort for health probes alone; empty if there is none
 * @param explorerPort that opens the explorer; empty if there is none
 * @param routingPort that refuses the ids that Azure's routing gateway refuses; empty if there is none
 * @param advertised the host names by which clients know the server; they are sent to the first one
 * @param keys the account keys that may do everything, base64; never shown
 * @param readOnlyKeys those that may only read; never shown
 * @param entra which tokens of Microsoft Entra ID are accepted
 * @param certificateFile for TLS; empty if the server makes its own certificate
 * @param tlsMinimum older versions of TLS are refused
 * @param auditLog file for administrative actions; empty if they are not recorded
 * @param account its name
 * @param accountEndpoint URL of its region; empty for the one that each client used
 * @param backupDirectory below which backups may be made; empty if none may
 * @param purge whether expired items are deleted in the background
 * @param clockToleranceSeconds how far the machine's clock may run ahead before deletion waits
 * @param clockGraceSeconds after which it is trusted again
 * @param throughput whether requests are limited, and whether the account is serverless
 * @param containerMegabytes how much a container may hold; 0 for any
 * @param memoryMegabytes of the whole process; empty if it is not bounded
 * @param ttlGuardPercent how many items a change of a time to live may remove at once
 * @param explorer whether the web page for people is served
 * @param logRequests whether to write a line for every request
 * @param seed directory with containers to create at the start; empty if there is none
 */
public record ServerSettings(
        boolean memory,
        Path data,
        Optional<SharedStoreSettings> sharedStore,
        String host,
        int port,
        OptionalInt directPort,
        OptionalInt probePort,
        OptionalInt explorerPort,
        OptionalInt routingPort,
        List<String> advertised,
        List<String> keys,
        List<String> readOnlyKeys,
        boolean allowDefaultKey,
        EntraSettings entra,
        Optional<CertificateFile> certificateFile,
        TlsVersion tlsMinimum,
        Optional<Path> auditLog,
        String account,
        Optional<String> accountEndpoint,
        Optional<Path> backupDirectory,
        Durability durability,
        boolean purge,
        int clockToleranceSeconds,
        int clockGraceSeconds,
        ThroughputRules throughput,
        int containerMegabytes,
        OptionalInt memoryMegabytes,
        int ttlGuardPercent,
        Consistency consistency,
        boolean explorer,
        int maxConnections,
        boolean logRequests,
        Optional<Path> seed) {

    /** The key that the emulators of the service have in common, and that everybody therefore knows. */
    public static final String WELL_KNOWN_KEY =
            "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";

    private static final int KEY_BYTES_MIN = 32;

    /** @throws BadRequestException if the settings cannot be used, or not safely */
    public ServerSettings {
        advertised = List.copyOf(advertised);
        keys = List.copyOf(keys);
        readOnlyKeys = List.copyOf(readOnlyKeys);
        if (sharedStore.isPresent()) {
            refuse(memory, Setting.MEMORY);
            refuse(durability != Durability.SYNCED, Setting.DURABILITY);
            refuse(throughput.limited(), Setting.RATE_LIMITING);
            refuse(containerMegabytes > 0, Setting.CONTAINER_MEGABYTES);
            refuse(ttlGuardPercent < 100, Setting.TTL_GUARD);
            refuse(backupDirectory.isPresent(), Setting.BACKUP_DIRECTORY);
            refuse(seed.isPresent(), Setting.SEED);
        }
        require(port >= 0 && port <= 65_535, Setting.PORT, "must be between 0 and 65535");
        requirePort(directPort, Setting.DIRECT_PORT);
        requirePort(probePort, Setting.PROBE_PORT);
        requirePort(explorerPort, Setting.EXPLORER_PORT);
        requirePort(routingPort, Setting.ROUTING_PORT);
        require(!host.isBlank(), Setting.HOST, "must not be empty");
        require(
                !advertised.isEmpty() && advertised.stream().allMatch(name -> name.matches("[A-Za-z0-9._:-]+")),
                Setting.ADVERTISE,
                "must be a host name or an address, or several separated by commas");
        require(
                directPort.isEmpty() || !NetUtil.isValidIpV6Address(advertised.get(0)),
                Setting.ADVERTISE,
                "must not be an address of IPv6, which clients in direct mode refuse; give a name, or set "
                        + Setting.DIRECT_PORT.flag() + " off");
        require(!keys.isEmpty(), Setting.KEY, "must not be empty");
        for (String key : keys) {
            require(isKey(key), Setting.KEY, "must be base64 of at least " + KEY_BYTES_MIN + " bytes");
        }
        for (String key : readOnlyKeys) {
            require(isKey(key), Setting.READ_ONLY_KEY, "must be base64 of at least " + KEY_BYTES_MIN + " bytes");
        }
        require(
                account.matches("[a-z0-9-]{1,64}") && !account.equals("localhost"),
                Setting.ACCOUNT,
                "must consist of small letters, digits and hyphens, and must not be localhost");
        require(
                accountEndpoint.isEmpty() || accountEndpoint.get().matches("https?://[A-Za-z0-9._:\\[\\]-]+/?"),
                Setting.ACCOUNT_ENDPOINT,
                "must be a URL without a path, such as https://db.example:8081/");
        require(clockToleranceSeconds > 0, Setting.CLOCK_TOLERANCE_SECONDS, "must be positive");
        require(clockGraceSeconds >= 0, Setting.CLOCK_GRACE_SECONDS, "must not be negative");
        require(containerMegabytes >= 0, Setting.CONTAINER_MEGABYTES, "must not be negative");
        memoryMegabytes.ifPresent(megabytes -> require(
                megabytes >= MemoryShares.MEGABYTES_MIN && megabytes <= MemoryShares.MEGABYTES_MAX,
                Setting.MEMORY_MEGABYTES,
                "must be between " + MemoryShares.MEGABYTES_MIN + " and " + MemoryShares.MEGABYTES_MAX));
        require(ttlGuardPercent >= 0 && ttlGuardPercent <= 100, Setting.TTL_GUARD, "must be between 0 and 100");
        require(maxConnections > 0, Setting.MAX_CONNECTIONS, "must be positive");
        if (!isLoopback(host) && containWellKnownKey(keys, readOnlyKeys) && !allowDefaultKey) {
            throw new BadRequestException("Listening on " + host + " with the well-known key would let anyone in who"
                    + " can reach this machine. Give a key of your own with " + Setting.KEY.flag() + " or "
                    + Setting.KEY.environmentVariable() + ", listen on 127.0.0.1, or accept it with "
                    + Setting.ALLOW_DEFAULT_KEY.flag() + ".");
        }
    }

    public static ServerSettings defaults() {
        return read(Map.of(), Map.of());
    }

    /**
     * Defaults, overridden by the file that {@code config} names, by the environment, and by flags, in this order.
     *
     * @param environment variables; those that are no settings are not looked at
     * @param flags values by {@link Setting#key()}
     * @throws BadRequestException if a value cannot be used, the file cannot be read, or a key in it is unknown
     */
    public static ServerSettings read(Map<String, String> environment, Map<String, String> flags) {
        return read(List.of(), environment, SettingsReader.ofFlags(flags));
    }

    /**
     * The same for a program that reads values from elsewhere, too.
     *
     * @param weaker override the file but not the environment
     * @param stronger override everything else
     * @throws BadRequestException if a value cannot be used, the file cannot be read, or a key in it is unknown
     */
    public static ServerSettings read(
            List<SettingValue> weaker, Map<String, String> environment, List<SettingValue> stronger) {
        return new SettingsReader(weaker, environment, stronger).settings();
    }

    /** The host that clients are told of. */
    public String advertise() {
        return advertised.get(0);
    }

    /** The keys, ready for use. */
    AccountKeys accountKeys() {
        AccountKeys all = AccountKeys.of(keys.get(0));
        for (String another : keys.subList(1, keys.size())) {
            all = all.withSecondary(another);
        }
        for (String readOnly : readOnlyKeys) {
            all = all.withReadOnly(readOnly);
        }
        return all;
    }

    /** Returns true if the key that everybody knows lets in, whatever it may do. */
    public boolean acceptsWellKnownKey() {
        return containWellKnownKey(keys, readOnlyKeys);
    }

    /** The directory of the database, or of what a server has beside a shared store; empty if all is kept in memory. */
    public Optional<Path> dataDirectory() {
        return memory ? Optional.empty() : Optional.of(data);
    }

    /** How its memory is divided; empty if it is not bounded. */
    public Optional<MemoryShares> memoryShares() {
        return memoryMegabytes.isEmpty()
                ? Optional.empty()
                : Optional.of(MemoryShares.of(memoryMegabytes.getAsInt(), memory || sharedStore.isPresent()));
    }

    /** Keys stay out of logs. */
    @Override
    public String toString() {
        return "ServerSettings[memory=" + memory + ", data=" + data + ", sharedStore="
                + sharedStore.map(SharedStoreSettings::toString).orElse("none") + ", host=" + host + ", port=" + port
                + ", directPort=" + shown(directPort) + ", probePort=" + shown(probePort)
                + ", explorerPort=" + shown(explorerPort) + ", routingPort=" + shown(routingPort)
                + ", certificateFile="
                + certificateFile.map(CertificateFile::toString).orElse("none")
                + ", tlsMinimum=" + tlsMinimum
                + ", auditLog=" + auditLog.map(Path::toString).orElse("off")
                + ", advertised=" + advertised + ", keys=" + keys.size() + ", readOnlyKeys=" + readOnlyKeys.size()
                + ", allowDefaultKey=" + allowDefaultKey + ", entra=" + entra
                + ", account=" + account
                + ", accountEndpoint=" + accountEndpoint.orElse("none")
                + ", backupDirectory=" + backupDirectory.map(Path::toString).orElse("none")
                + ", durability=" + durability.name().toLowerCase(Locale.ROOT) + ", purge=" + purge
                + ", clockToleranceSeconds=" + clockToleranceSeconds
                + ", clockGraceSeconds=" + clockGraceSeconds
                + ", throughput=" + throughput + ", containerMegabytes=" + containerMegabytes
                + ", memoryMegabytes="
                + (memoryMegabytes.isPresent() ? memoryMegabytes.getAsInt() : "unbounded")
                + ", ttlGuardPercent=" + ttlGuardPercent + ", consistency=" + consistency.wireName()
                + ", explorer=" + explorer + ", maxConnections=" + maxConnections
                + ", logRequests=" + logRequests + ", seed="
                + seed.map(Path::toString).orElse("none") + "]";
    }

    private static String shown(OptionalInt port) {
        return port.isPresent() ? Integer.toString(port.getAsInt()) : "off";
    }

    /** What a server would do for the items that it holds alone, while others hold the rest. */
    private static void refuse(boolean given, Setting setting) {
        if (given) {
            throw new BadRequestException("The setting " + setting.key() + " cannot be used together with "
                    + Setting.STORE.key() + ": see docs/CLUSTER.md.");
        }
    }

    private static void requirePort(OptionalInt port, Setting setting) {
        require(port.orElse(0) >= 0 && port.orElse(0) <= 65_535, setting, "must be between 0 and 65535, or off");
    }

    private static void require(boolean condition, Setting setting, String text) {
        if (!condition) {
            throw new BadRequestException("The setting " + setting.key() + " " + text + ".");
        }
    }

    private static boolean isKey(String key) {
        try {
            return Base64.getDecoder().decode(key).length >= KEY_BYTES_MIN;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Returns true if the key that everybody knows is among these. What is not a key at all is refused elsewhere. */
    static boolean containWellKnownKey(List<String> keys, List<String> readOnlyKeys) {
        return Stream.concat(keys.stream(), readOnlyKeys.stream())
                .filter(ServerSettings::isKey)
                .anyMatch(ServerSettings::isWellKnown);
    }

    /** By its bytes: the same key can be written with and without padding. */
    private static boolean isWellKnown(String key) {
        return Arrays.equals(
                Base64.getDecoder().decode(key), Base64.getDecoder().decode(WELL_KNOWN_KEY));
    }

    /** Names other than the usual one are not looked up: what they mean may change, and the safe guess is cheap. */
    private static boolean isLoopback(String host) {
        byte[] address = NetUtil.createByteArrayFromIpAddressString(host);
        if (address == null) {
            return host.equalsIgnoreCase("localhost");
        }
        return address.length == 4 ? address[0] == 127 : Arrays.equals(address, NetUtil.LOCALHOST6.getAddress());
    }
}
