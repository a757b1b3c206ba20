package org.mayflydb.storage.postgresql;

import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.mayflydb.storage.Deadline;
import org.mayflydb.storage.StoreUnavailableException;
import org.postgresql.Driver;

/** Connects to the primary among the hosts of an address, with the settings that every statement relies on. */
final class Connector {
    private static final int CONNECT_SECONDS = 5;

    /** How long a writer waits for the one before it, and how long the server tolerates a transaction without statements. */
    private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(10);

    /**
     * What cannot be an option of the connection: a server that acknowledges commits before they are on disk must not do so here, and time limits
     * that not every version has must end no connection that waits for its next call.
     */
    private static final String SESSION = "select set_config('synchronous_commit', 'on', false)"
            + " where current_setting('synchronous_commit') in ('off', 'local')"
            + " union all select set_config(name, '0', false) from pg_settings"
            + " where name in ('idle_session_timeout', 'transaction_timeout')";

    private final PostgresAddress address;
    private final String user;
    private final @Nullable String password;
    private final Driver driver = new Driver();

    /** @param environment has the user and password unless the address names the user and a file */
    Connector(PostgresAddress address, Map<String, String> environment) {
        this.address = address;
        this.user = user(address, environment);
        this.password = environment.get("PGPASSWORD");
    }

    private static String user(PostgresAddress address, Map<String, String> environment) {
        String user = address.user() == null ? environment.get("PGUSER") : address.user();
        if (user == null || user.isEmpty()) {
            throw new StoreUnavailableException(
                    "the address of the PostgreSQL store names no user: write postgresql://USER@HOST/DATABASE, or set the"
                            + " environment variable PGUSER");
        }
        return user;
    }

    /** Opens a connection; each host gets a few seconds at most, and hardly more than the deadline leaves. */
    Connection connect(Deadline deadline) throws SQLException {
        Connection connection = driver.connect(
                "jdbc:postgresql://" + String.join(",", address.hosts()) + "/"
                        + URLEncoder.encode(address.database(), StandardCharsets.UTF_8),
                properties(connectSeconds(deadline)));
        if (connection == null) {
            throw new IllegalStateException("the driver does not know its own URL");
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute(SESSION);
            connection.setNetworkTimeout(Runnable::run, (int) address.timeout().toMillis());
            return connection;
        } catch (SQLException failure) {
            connection.close();
            throw failure;
        }
    }

    /** What each of the hosts may take. */
    private long connectSeconds(Deadline deadline) {
        long remaining = deadline.remaining().toSeconds() / address.hosts().size();
        return Math.max(1, Math.min(CONNECT_SECONDS, remaining));
    }

    private Properties properties(long connectSeconds) {
        Properties properties = new Properties();
        properties.putAll(address.files());
        set(properties, "user", user);
        String secret = password();
        if (secret != null) {
            set(properties, "password", secret);
        }
        set(properties, "sslmode", address.sslMode());
        if (address.sslMode().startsWith("verify") && !address.files().containsKey("sslrootcert")) {
            // The certificate authorities that Java trusts, as for any other server.
            set(properties, "sslfactory", "org.postgresql.ssl.DefaultJavaSSLFactory");
        }
        String certificate = address.files().get("sslcert");
        if (certificate != null) {
            // Otherwise the driver takes a key in PEM for one of RSA.
            set(properties, "pemKeyAlgorithm", keyAlgorithm(certificate));
        }
        set(properties, "targetServerType", "primary");
        set(properties, "hostRecheckSeconds", "1");
        set(properties, "connectTimeout", Long.toString(connectSeconds));
        // Until it is connected: a server that is suspended accepts, and stays silent.
        set(properties, "socketTimeout", Long.toString(connectSeconds));
        set(properties, "tcpKeepAlive", "true");
        set(properties, "ApplicationName", "mayfly");
        set(properties, "prepareThreshold", "1");
        // Details of errors may contain keys and values.
        set(properties, "logServerErrorDetail", "false");
        set(properties, "options", options());
        return properties;
    }

    /**
     * The server gives up before the client does, so that the outcome of a commit is known. All ranges are read in the order of the primary
     * key; statistics of a table that grows fast must not change that.
     */
    private String options() {
        long timeout = address.timeout().toMillis();
        return "-c default_transaction_isolation=read\\ committed"
                + " -c statement_timeout=" + timeout * 3 / 4
                + " -c lock_timeout=" + Math.min(LOCK_TIMEOUT.toMillis(), timeout / 2)
                + " -c idle_in_transaction_session_timeout=" + LOCK_TIMEOUT.toMillis()
                + " -c plan_cache_mode=force_generic_plan"
                + " -c enable_seqscan=off -c enable_bitmapscan=off -c enable_sort=off"
                + " -c enable_hashjoin=off -c enable_mergejoin=off -c jit=off";
    }

    private static String keyAlgorithm(String certificate) {
        try (InputStream file = Files.newInputStream(Path.of(certificate))) {
            return CertificateFactory.getInstance("X.509")
                    .generateCertificate(file)
                    .getPublicKey()
                    .getAlgorithm();
        } catch (IOException | CertificateException failure) {
            throw new StoreUnavailableException(
                    "the file with the certificate of the PostgreSQL user (sslcert) cannot be read: " + failure,
                    failure);
        }
    }

    /** Read again for each connection, since the file may be replaced while the server runs. */
    private @Nullable String password() {
        Path file = address.passwordFile();
        if (file == null) {
            return password;
        }
        try {
            return Files.readString(file).strip();
        } catch (IOException failure) {
            throw new StoreUnavailableException(
                    "the file with the password of the PostgreSQL store cannot be read: " + failure, failure);
        }
    }

    private static void set(Properties properties, String name, String value) {
        properties.setProperty(name, value);
    }
}
