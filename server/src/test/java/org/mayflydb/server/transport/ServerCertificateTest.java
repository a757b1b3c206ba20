package org.mayflydb.server.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateParsingException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.base.MovableClock;
import org.mayflydb.base.UnavailableException;

class ServerCertificateTest {
    private final MovableClock clock = MovableClock.startingAt(Instant.parse("2026-11-08T00:00:00Z"));

    private static List<String> names(ServerCertificate certificate) throws CertificateParsingException {
        return certificate.certificate().getSubjectAlternativeNames().stream()
                .map(name -> String.valueOf(name.get(1)))
                .toList();
    }

    @Test
    void itNamesTheLocalHostAndTheAdvertisedOne() throws CertificateParsingException {
        assertThat(names(ServerCertificate.inMemory("Db.Example", clock)))
                .contains("localhost", "127.0.0.1", "0:0:0:0:0:0:0:1", "db.example");
    }

    @Test
    void itIsMadeOnceAndKept(@TempDir Path directory) {
        ServerCertificate first = ServerCertificate.kept(directory, List.of("localhost"), clock);
        clock.advance(Duration.ofDays(3000));
        ServerCertificate second = ServerCertificate.kept(directory, List.of("localhost"), clock);
        assertThat(second.pem()).isEqualTo(first.pem());
        assertThat(second.keyPem()).isEqualTo(first.keyPem());
        assertThat(directory.resolve(ServerCertificate.CERTIFICATE_FILE)).hasContent(first.pem());
    }

    @Test
    void whereItCannotBeKeptThatIsSaidAndALaterAttemptSucceeds(@TempDir Path directory) throws IOException {
        Path inTheWay = Files.createFile(directory.resolve("tls"));
        assertThatThrownBy(() -> ServerCertificate.kept(inTheWay, List.of("localhost"), clock))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining(inTheWay.toString())
                .hasMessageContaining("the next connection tries again");
        Files.delete(inTheWay);
        assertThat(ServerCertificate.kept(inTheWay, List.of("localhost"), clock).pem())
                .contains("BEGIN CERTIFICATE");
    }

    @Test
    void anotherSpellingOfAnAddressIsTheSameHost(@TempDir Path directory) {
        ServerCertificate first = ServerCertificate.kept(directory, List.of("FE80::1"), clock);
        assertThat(ServerCertificate.kept(directory, List.of("fe80:0:0:0:0:0:0:1"), clock)
                        .pem())
                .isEqualTo(first.pem());
    }

    @Test
    void anotherAdvertisedHostNeedsANewOne(@TempDir Path directory) throws CertificateParsingException {
        ServerCertificate first = ServerCertificate.kept(directory, List.of("localhost"), clock);
        ServerCertificate second = ServerCertificate.kept(directory, List.of("db.example"), clock);
        assertThat(second.pem()).isNotEqualTo(first.pem());
        assertThat(names(second)).contains("db.example");
        assertThat(directory.resolve(ServerCertificate.CERTIFICATE_FILE)).hasContent(second.pem());
    }

    @Test
    void itIsRenewedBeforeItRunsOut(@TempDir Path directory) {
        ServerCertificate first = ServerCertificate.kept(directory, List.of("localhost"), clock);
        clock.advance(Duration.ofDays(3640));
        assertThat(ServerCertificate.kept(directory, List.of("localhost"), clock)
                        .pem())
                .isNotEqualTo(first.pem());
    }

    @Test
    void onlyTheOwnerMayReadTheKey(@TempDir Path directory) throws IOException {
        ServerCertificate.kept(directory, List.of("localhost"), clock);
        Path key = directory.resolve(ServerCertificate.KEY_FILE);
        FileStore store = Files.getFileStore(key);
        if (store.supportsFileAttributeView("posix")) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void aDamagedFileIsReportedAndLeftAlone(@TempDir Path directory) throws IOException {
        Path key = directory.resolve(ServerCertificate.KEY_FILE);
        Files.writeString(key, "-----BEGIN");
        assertThatThrownBy(() -> ServerCertificate.kept(directory, List.of("localhost"), clock))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining(ServerCertificate.KEY_FILE)
                .hasMessageContaining("Remove it");
        assertThat(key).hasContent("-----BEGIN");
    }

    @Test
    void itNamesEveryAdvertisedHost(@TempDir Path directory) throws Exception {
        ServerCertificate first = ServerCertificate.kept(directory, List.of("db.example", "db.internal"), clock);
        assertThat(names(first)).contains("db.example", "db.internal", "localhost");
        assertThat(ServerCertificate.kept(directory, List.of("db.internal"), clock)
                        .pem())
                .isEqualTo(first.pem());
        assertThat(ServerCertificate.kept(directory, List.of("db.internal", "third.example"), clock)
                        .pem())
                .isNotEqualTo(first.pem());
    }

    /** A file as an operator supplies it, with the password "secret". */
    private Path file(Path directory, ServerCertificate content) throws Exception {
        String key = content.keyPem().replaceAll("-----[A-Z ]+-----|\\s", "");
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry(
                "server",
                KeyFactory.getInstance("EC")
                        .generatePrivate(
                                new PKCS8EncodedKeySpec(Base64.getDecoder().decode(key))),
                "secret".toCharArray(),
                new Certificate[] {content.certificate()});
        Path file = directory.resolve("server.pfx");
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, "secret".toCharArray());
        }
        return file;
    }

    @Test
    void aSuppliedOneIsUsedWithItsKey(@TempDir Path directory) throws Exception {
        ServerCertificate original = ServerCertificate.inMemory("db.example", clock);
        ServerCertificate read = ServerCertificate.of(file(directory, original), "secret");
        assertThat(read.certificate()).isEqualTo(original.certificate());
        assertThat(read.keyPem().replaceAll("\\s", ""))
                .isEqualTo(original.keyPem().replaceAll("\\s", ""));
    }

    @Test
    void aWrongPasswordOrAMissingFileIsSaidWithoutThePassword(@TempDir Path directory) throws Exception {
        Path file = file(directory, ServerCertificate.inMemory("db.example", clock));
        assertThatThrownBy(() -> ServerCertificate.of(file, "guess"))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("password")
                .hasMessageNotContaining("guess");
        assertThatThrownBy(() -> ServerCertificate.of(directory.resolve("none.pfx"), "guess"))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("no such file");
    }
}
