package org.mayflydb.server;

import java.util.Locale;

/**
 * The settings of a server, one row each: the single place that names them. {@code docs/SETTINGS.md} is made from it.
 *
 * <p>A setting has the same name everywhere: {@code max-connections} in a file, {@code MAYFLY_MAX_CONNECTIONS} in the
 * environment, {@code --max-connections} as a flag.
 */
public enum Setting {
    CONFIG("", "File with further settings, as Java properties. Not allowed inside such a file."),
    DATA("mayfly-data", "Directory of the database and of the TLS certificate."),
    MEMORY("false", "Whether to keep everything in memory, gone when the server stops; `data` is then not used."),
    HOST("127.0.0.1", "Name or address to listen on; `0.0.0.0` for all."),
    PORT("8081", "Port to listen on, for HTTP and HTTPS alike; `0` lets the system choose."),
    DIRECT_PORT(
            "10250",
            "Port for clients in direct mode, always with TLS; `0` lets the system choose, `off` has none. If `port` is"
                    + " `0` and this is not given, the system chooses both."),
    PROBE_PORT(
            "off",
            "Another port that serves only the health probes `/alive`, `/ready` and `/status`; `0` lets the system choose,"
                    + " `off` has none. `port` serves the probes, too."),
    EXPLORER_PORT(
            "off",
            "Another port, which opens the explorer at `/` and otherwise does the same as `port`; `0` lets the system"
                    + " choose, `off` has none. Not used if `explorer` is `false`."),
    ADVERTISE(
            "localhost",
            "Host name by which clients know the server; several, separated by commas or given repeatedly. The TLS"
                    + " certificate names all of them. Clients in direct mode are sent to the first one or, if it is"
                    + " `localhost`, to the host by which they reached `port`. While the default key is accepted, requests"
                    + " whose `Host` header is none of these names, an IP address, `localhost`, `*.localhost`, a name"
                    + " without a dot or `host.docker.internal` are refused, because a web page could send them."),
    KEY(
            ServerSettings.WELL_KNOWN_KEY,
            "Account key, base64 of at least 32 bytes; several, separated by commas, are all valid. The default is the"
                    + " key that emulators of the service have in common."),
    KEY_FILE(
            "",
            "File with account keys, one on each line, instead of `key`: it keeps them off the command line and out of the"
                    + " environment."),
    READ_ONLY_KEY("", "Account key that may only read and query; several, separated by commas."),
    ALLOW_DEFAULT_KEY(
            "false",
            "Whether to accept the default key, also as one that may only read, while others than this machine can"
                    + " connect."),
    CERTIFICATE_FILE(
            "",
            "PKCS #12 file (`.pfx` or `.p12`) with the TLS certificate and its private key. Without it the server makes a"
                    + " certificate of its own and keeps it in `data`."),
    CERTIFICATE_PASSWORD(
            "",
            "Password of `certificate-file`. Prefer the environment variable: other users of the machine can see command"
                    + " lines."),
    ACCOUNT(
            "mayfly",
            "Name of the account, which clients see as its id. Not `localhost`: the JavaScript client would then read the"
                    + " account before every request."),
    BACKUP_DIRECTORY(
            "",
            "Directory below which the admin API may make backups. Without it none can be made while the server runs."),
    DURABILITY(
            "synced",
            "`synced`: an acknowledged write survives the loss of power. `relaxed`: it survives the end of the process;"
                    + " faster."),
    PURGE(
            "on",
            "`on`: expired items are deleted in the background, with request units that requests leave over or, without"
                    + " rate limiting, with processor time that they leave over. `off`: they stay, unseen, until `flush` is asked for. The"
                    + " same goes for old changes and for items of deleted partition keys."),
    CLOCK_TOLERANCE_SECONDS(
            "60",
            "How far the machine's clock may run ahead of the time that has passed since the start. Beyond that items still"
                    + " expire by it, but nothing is deleted for being old until it is set back, an operator accepts the time,"
                    + " or `clock-grace-seconds` have passed."),
    CLOCK_GRACE_SECONDS("600", "After how many seconds the time of a clock that has jumped ahead is accepted."),
    RATE_LIMITING(
            "off",
            "`on`: requests beyond the throughput of their container or database are answered 429 with the time after"
                    + " which to try again. `off`: they are only metered."),
    SERVERLESS(
            "false",
            "Whether the account is serverless: containers have no throughput, and purges are charged like deletes."),
    CONTAINER_MEGABYTES(
            "0",
            "How many megabytes of live items a container may hold; writes beyond are refused with 403. `0` is no"
                    + " limit."),
    MEMORY_MEGABYTES(
            "",
            "Memory of the whole process, in megabytes, at least 320. The launcher divides it among Java's heap, buffers of"
                    + " connections, and the store's cache with what is not in files yet. Without it Java chooses its"
                    + " heap by the machine, and the store takes up to about 450 MB."),
    TTL_GUARD(
            "100",
            "Percentage of a container's items. A change of its time to live that would remove more than that at once is"
                    + " refused unless the request confirms it; `100` refuses nothing."),
    CONSISTENCY(
            "Session",
            "Consistency of the account: `Eventual`, `ConsistentPrefix`, `Session`, `BoundedStaleness` or `Strong`."
                    + " Reads are of the newest state in any case; a request for a stronger one is refused."),
    EXPLORER("true", "Whether to serve the web page for people at `/_explorer`; without it that is 404."),
    MAX_CONNECTIONS("4096", "Connections that may be open at a time at each port; further ones are closed at once."),
    LOG_REQUESTS("false", "Whether to write one line of JSON for every request, without headers and bodies.");

    private final String defaultValue;
    private final String meaning;

    Setting(String defaultValue, String meaning) {
        this.defaultValue = defaultValue;
        this.meaning = meaning;
    }

    /** As in a file. */
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns true if there may be several values, separated by commas. */
    public boolean isList() {
        return this == ADVERTISE || this == KEY || this == READ_ONLY_KEY;
    }

    public String environmentVariable() {
        return "MAYFLY_" + name();
    }

    public String flag() {
        return "--" + key();
    }

    /** Empty if there is none. */
    public String defaultValue() {
        return defaultValue;
    }

    /** For people. */
    public String meaning() {
        return meaning;
    }
}
