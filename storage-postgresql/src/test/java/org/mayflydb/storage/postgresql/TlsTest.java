package org.mayflydb.storage.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.StoreAddress;
import org.mayflydb.storage.StoreUnavailableException;

/** A server with a certificate for {@code localhost}, signed by an authority that nobody trusts unless told so. */
@Tag("process")
class TlsTest {
    private static final TestAuthority AUTHORITY = new TestAuthority();
    private static final PostgresServer SERVER =
            PostgresServer.with("ssl=on", "ssl_cert_file=server.crt", "ssl_key_file=server.key", "ssl_ca_file=ca.crt");

    @TempDir
    private Path directory;

    @BeforeAll
    static void start() {
        TestAuthority.Issued certificate = AUTHORITY.issue("localhost");
        SERVER.write("server.crt", certificate.certificate());
        SERVER.write("server.key", certificate.key());
        SERVER.write("ca.crt", AUTHORITY.certificate());
        SERVER.start();
        SERVER.execute("create role certified login superuser");
    }

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    private static Store open(String user, String host, String parameters) {
        return PostgresStore.open(
                PostgresAddress.parse(StoreAddress.parse(
                        "postgresql://" + user + "@" + host + ":" + SERVER.port() + "/postgres?" + parameters)),
                Map.of());
    }

    private void assertRefused(String host, String parameters, String reason) {
        assertThatThrownBy(() -> open(PostgresServer.USER, host, parameters).close())
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining(reason);
    }

    private String file(String name, String pem) throws IOException {
        return Files.writeString(directory.resolve(name), pem).toString();
    }

    private String trusted() throws IOException {
        return "sslrootcert=" + file("ca.pem", AUTHORITY.certificate());
    }

    @Test
    void nameThatTheCertificateHasIsAccepted() throws IOException {
        try (Store store = open(PostgresServer.USER, "localhost", "sslmode=verify-full&" + trusted())) {
            assertThat(store.partitionNumbers()).isEmpty();
            SERVER.awaitRow("select 1 from pg_stat_ssl join pg_stat_activity using (pid)"
                    + " where ssl and application_name = 'mayfly'");
        }
    }

    @Test
    void nameThatTheCertificateLacksIsRefused() throws IOException {
        assertRefused("127.0.0.1", "sslmode=verify-full&" + trusted(), "its certificate is not for this host name");
    }

    @Test
    void nameDoesNotMatterWhereTheAuthorityAloneIsVerified() throws IOException {
        open(PostgresServer.USER, "127.0.0.1", "sslmode=verify-ca&" + trusted()).close();
    }

    @Test
    void certificateOfAnotherAuthorityIsRefused() throws IOException {
        String other = file("other.pem", new TestAuthority().certificate());
        assertRefused("localhost", "sslmode=verify-full&sslrootcert=" + other, "cannot be trusted: PKIX path");
    }

    @Test
    void authorityThatNobodyNamedIsRefused() {
        assertRefused("localhost", "sslmode=verify-full", "Set sslrootcert");
    }

    @Test
    void missingFileIsNamed() {
        assertRefused("localhost", "sslmode=verify-full&sslrootcert=/nowhere/ca.pem", "/nowhere/ca.pem");
    }

    /** The parameters of a user with a certificate. */
    private String certified(String keyPermissions) throws IOException {
        TestAuthority.Issued own = AUTHORITY.issue(PostgresServer.USER_WITH_CERTIFICATE);
        String key = file("own.pem", own.key());
        Files.setPosixFilePermissions(Path.of(key), PosixFilePermissions.fromString(keyPermissions));
        return "sslmode=verify-full&" + trusted() + "&sslcert=" + file("own.crt", own.certificate()) + "&sslkey=" + key;
    }

    @Test
    void userIsProvedByACertificate() throws IOException {
        open(PostgresServer.USER_WITH_CERTIFICATE, "localhost", certified("rw-------"))
                .close();
    }

    @Test
    void keyThatOthersCanReadIsRefused() throws IOException {
        String parameters = certified("rw-r--r--");
        assertThatThrownBy(() -> open(PostgresServer.USER_WITH_CERTIFICATE, "localhost", parameters)
                        .close())
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("file must have permissions u=rw");
    }

    @Test
    void userWithoutTheCertificateThatIsNeededIsRefused() throws IOException {
        String parameters = "sslmode=verify-full&" + trusted();
        assertThatThrownBy(() -> open(PostgresServer.USER_WITH_CERTIFICATE, "localhost", parameters)
                        .close())
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("refuses the user or password")
                .hasMessageContaining("certificate");
    }
}
