package org.mayflydb.server;

import java.util.Locale;

/**
 * The settings of a server, one row each: the single place that names them. {@code docs/SETTINGS.md} is generated from it.
 *
 * <p>A setting has the same name everywhere: {@code max-connections} in a file, {@code MAYFLY_MAX_CONNECTIONS} in the
 * environment, {@code --max-connections} as a flag.
 */
public enum Setting {
    CONFIG("", "Settings file, in the format of Java properties. It cannot name another one."),
    DATA(
            "mayfly-data",
            "Directory for the database and the TLS certificate, or the address of a store: `rocksdb:PATH` or `memory:`."),
    STORE(
            "",
            "Address of a store that several servers share, such as `postgresql://USER@HOST/DATABASE`: see CLUSTER.md. `data`"
                    + " then holds only the TLS certificate and the audit log, and its default is `mayfly-data-NODE`."),
    NODE("", "Name of this server among those that share `store`. Without it, the name of the machine."),
    CLUSTER_PORT(
            "10350",
            "Port for the other servers that share `store`, always with TLS; `0` lets the system choose. Not used without"
                    + " `cluster-secret-file`. If `port` is `0` and this is not set, the system chooses both."),
    CLUSTER_SECRET_FILE(
            "",
            "File with a secret of at least 32 bytes that all servers that share `store` know, and nobody else. Without it, this"
                    + " server and the others do not reach each other."),
    MEMORY("false", "`true`: keep everything in memory and lose it when the server stops; `data` is not used."),
    HOST("127.0.0.1", "Host name or address to listen on; `0.0.0.0` for all."),
    PORT("8081", "Port for both HTTP and HTTPS; `0` lets the system choose."),
    DIRECT_PORT(
            "10250",
            "Port for clients in direct mode, always with TLS; `0` lets the system choose, `off` turns direct mode off. If"
                    + " `port` is `0` and this is not set, the system chooses both."),
    PROBE_PORT(
            "off",
            "Another port that serves only the health probes `/alive`, `/ready` and `/status`; `0` lets the system choose,"
                    + " `off` has none. `port` serves the probes, too."),
    EXPLORER_PORT(
            "off",
            "Another port, which opens the explorer at `/` and otherwise does the same as `port`; `0` lets the system"
                    + " choose, `off` has none. Not used if `explorer` is `false`."),
    ROUTING_PORT(
            "off",
            "Another port, which refuses item ids in paths as the routing gateway of Azure's emulator does, and otherwise"
                    + " does the same as `port`, which accepts them as the compute gateway does; `0` lets the system"
                    + " choose, `off` has none."),
    ADVERTISE(
            "localhost",
            "Host name that clients use for the server; several are separated by commas, or the flag is repeated. The TLS"
                    + " certificate contains all of them. Clients in direct mode are sent to the first one or, if that is"
                    + " `localhost`, to the host that they used for `port`. As long as the default key is accepted, the"
                    + " `Host` header of a request must be one of these names, an IP address, `localhost`, `*.localhost`, a"
                    + " name without a dot, or `host.docker.internal`; others are refused because a web page could send"
                    + " them."),
    KEY(
            ServerSettings.WELL_KNOWN_KEY,
            "Account key, base64 of at least 32 bytes; several are separated by commas and all valid. The default is the"
                    + " well-known key of the Azure Cosmos DB emulators."),
    KEY_FILE(
            "",
            "File with account keys, one on each line and the primary key first, instead of `key`: it keeps them off the"
                    + " command line and out of the environment. A reload reads it again: see SECURITY.md."),
    READ_ONLY_KEY("", "Account key for reads and queries only; several are separated by commas."),
    READ_ONLY_KEY_FILE("", "File with keys for reads and queries only, one on each line, instead of `read-only-key`."),
    ALLOW_DEFAULT_KEY(
            "false", "`true`: accept the well-known key, also as a read-only key, when listening beyond localhost."),
    ENTRA_TOKENS(
            "",
            "Tokens of Microsoft Entra ID. `off`: they are rejected. `local`: tokens that contain an account key, as those of"
                    + " the SDKs' emulator credentials, and tokens from `/msi/token` are accepted. `validate`: tokens of"
                    + " `entra-issuers` are accepted. Without it, `local` while the well-known key is valid, otherwise"
                    + " `off`. A reload reads this and the settings below again: see SECURITY.md."),
    ENTRA_ISSUERS(
            "",
            "Issuers of validated tokens: tenant ids, or URLs that equal the claim `iss`; several are separated by commas."),
    ENTRA_AUDIENCES(
            "https://cosmos.azure.com",
            "What validated tokens may be intended for (claim `aud`, compared exactly); several are separated by commas."),
    ENTRA_KEYS(
            "",
            "File or https URL of the JSON Web Key Set that the issuers sign with; for a tenant"
                    + " `https://login.microsoftonline.com/TENANT/discovery/v2.0/keys`."),
    ENTRA_ROLES(
            "",
            "JSON file with role definitions and role assignments. Required for `validate`; without it, `local` makes"
                    + " everyone a Data Contributor."),
    CERTIFICATE_FILE(
            "",
            "PKCS #12 file (`.pfx` or `.p12`) with the TLS certificate and its private key. Without it the server makes a"
                    + " certificate of its own and keeps it in `data`."),
    CERTIFICATE_PASSWORD(
            "",
            "Password of `certificate-file`. Prefer the environment variable: other users of the machine can see command"
                    + " lines."),
    TLS_MINIMUM("1.2", "Oldest version of TLS that clients may use, on both ports: `1.2` or `1.3`."),
    AUDIT_LOG(
            "",
            "File for the audit log of administrative actions, or `off`. Without it, `audit/audit.log` in `data`, and none"
                    + " if data is kept in memory. It is rotated at 10 MB; ten files are kept."),
    ACCOUNT(
            "mayfly",
            "Name of the account, which clients see as its id. Not `localhost`: the JavaScript client would then read the"
                    + " account before every request."),
    ACCOUNT_ENDPOINT(
            "",
            "URL that the account reports for its region, to which clients then send their requests, such as"
                    + " `https://db.example/` behind a proxy that changes the `Host` header. Without it, each client is"
                    + " told the host that it used."),
    BACKUP_DIRECTORY("", "Directory for backups of the running server. Without it, the admin API makes none."),
    DURABILITY(
            "synced",
            "`synced`: an acknowledged write survives a power failure. `relaxed`: it survives a crash of the process;"
                    + " faster."),
    PURGE(
            "on",
            "`on`: expired items are deleted in the background, with the request units that requests leave unused or,"
                    + " without rate limiting, with unused processor time. `off`: they stay, invisible, until the admin API's"
                    + " `flush`. The same applies to old changes and to items of deleted partition keys."),
    CLOCK_TOLERANCE_SECONDS(
            "60",
            "How far the machine's clock may jump ahead of the time elapsed since the start. Beyond that, items still expire"
                    + " by it, but the purge deletes nothing until the clock is set back, an operator accepts the time, or"
                    + " `clock-grace-seconds` have passed."),
    CLOCK_GRACE_SECONDS("600", "Number of seconds after which a clock that has jumped ahead is accepted."),
    RATE_LIMITING(
            "off",
            "`on`: requests beyond the throughput of their container or database return 429 with a retry interval. `off`:"
                    + " request units are only metered."),
    SERVERLESS(
            "false",
            "`true`: the account is serverless: containers have no throughput, and the purge is charged like deletes."),
    CONTAINER_MEGABYTES(
            "0",
            "Maximum size of the live items of a container, in megabytes; writes beyond it return 403. `0`: no limit."),
    MEMORY_MEGABYTES(
            "",
            "Memory limit of the whole process, in megabytes, at least 320. The launcher divides it among the Java heap,"
                    + " connection buffers, and the caches and write buffers of the store. Without it, Java chooses the size"
                    + " of its heap, and the store takes up to about 450 MB."),
    TTL_GUARD(
            "100",
            "Percentage of a container's items. A TTL change that would expire more than that at once is refused unless the"
                    + " request confirms it; `100` refuses nothing."),
    CONSISTENCY(
            "Session",
            "Default consistency level of the account: `Eventual`, `ConsistentPrefix`, `Session`, `BoundedStaleness` or"
                    + " `Strong`. Reads always return the latest state; a request for a stronger level is refused."),
    EXPLORER("true", "`true`: serve the data explorer at `/_explorer`."),
    MAX_CONNECTIONS("4096", "Maximum number of open connections per port; further ones are closed."),
    LOG_REQUESTS("false", "`true`: log one line of JSON for every request, without headers and bodies."),
    SEED(
            "",
            "Directory with containers to create at the start: a subdirectory for each database, with a JSON file for each"
                    + " container that has `container` and `items`, as for `mayfly-junit`. Existing containers are left"
                    + " unchanged.");

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
        return switch (this) {
            case ADVERTISE, KEY, READ_ONLY_KEY, ENTRA_ISSUERS, ENTRA_AUDIENCES -> true;
            default -> false;
        };
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
