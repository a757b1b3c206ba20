package org.mayflydb.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.server.TestCluster;
import org.mayflydb.server.TestCluster.Member;

/** The port for other servers answers nobody else. */
class NodePortTest {
    private final TestCluster cluster = new TestCluster();
    private final Member member = cluster.start("a");
    private NodeContact contact = new NodeContact("", "", 0, 0, 0, "");

    @BeforeEach
    void findContact() {
        contact = Objects.requireNonNull(NodeContact.read(member.contact()));
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private static HttpClient trusting(String fingerprint) {
        return HttpClient.newBuilder()
                .sslContext(PinnedNode.context(fingerprint))
                .build();
    }

    private int post(String path, String proof) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("https://localhost:" + contact.nodePort() + path))
                .header(NodePort.PROOF, proof)
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build();
        return trusting(contact.fingerprint())
                .send(request, HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    private String proof(String secret) {
        return ClusterSecret.of(secret).proof(contact.fingerprint());
    }

    @Test
    void whoProvesToKnowTheSecretIsAnswered() throws Exception {
        assertThat(post(NodePort.CATALOG_PATH, proof(TestCluster.SECRET))).isEqualTo(400);
    }

    @Test
    void whoDoesNotKnowTheSecretIsRefused() throws Exception {
        String other = "another secret that is long enough as well";
        for (String proof : List.of("x", TestCluster.SECRET, proof(other))) {
            assertThat(post(NodePort.CATALOG_PATH, proof)).isEqualTo(403);
            assertThat(post(PassedRequest.PATH, proof)).isEqualTo(403);
        }
    }

    @Test
    void aProofForAnotherServerDoesNotCount() throws Exception {
        String forAnother = ClusterSecret.of(TestCluster.SECRET).proof("00".repeat(32));
        assertThat(post(PassedRequest.PATH, forAnother)).isEqualTo(403);
    }

    @Test
    void nothingIsAnsweredWithoutTls() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://localhost:" + contact.nodePort() + PassedRequest.PATH))
                .header(NodePort.PROOF, proof(TestCluster.SECRET))
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        assertThat(HttpClient.newHttpClient()
                        .send(request, HttpResponse.BodyHandlers.discarding())
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void clientsAndOperatorsAreNotServed() throws Exception {
        for (String path : List.of("/", "/dbs", "/_mayfly/clock", "/_explorer")) {
            assertThat(post(path, proof(TestCluster.SECRET))).as(path).isEqualTo(404);
        }
    }

    @Test
    void aServerWithAnotherCertificateThanItsRecordNamesIsNotTrusted() {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("https://localhost:" + contact.nodePort() + PassedRequest.PATH))
                .build();
        assertThatThrownBy(() -> trusting("00".repeat(32)).send(request, HttpResponse.BodyHandlers.discarding()))
                .isInstanceOf(SSLHandshakeException.class);
    }
}
