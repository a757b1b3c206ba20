package org.mayflydb.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server that is killed with -9 under clients that write and read, and is started again on the same ports. The system
 * property {@code mayfly.kills} makes a campaign of it.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no signal that kills")
class KilledServerTest {
    private static final int KILLS = Integer.getInteger("mayfly.kills", 3);

    @TempDir
    private Path data;

    private void assertClientsRecover(Scheme scheme) throws IOException, InterruptedException {
        KillCampaign.Result result = KillCampaign.run(scheme, KILLS, data);
        System.err.println(result);
        // What a kill met under way was done or not, and the client says that it does not know: it was cut off (0),
        // waited in vain (408) or found nobody (503).
        assertThat(result.failures().keySet()).isSubsetOf(0, 408, 503);
        assertThat(result.overdue()).isEmpty();
        assertThat(result.missing()).isEmpty();
    }

    @Test
    void clientsOfTheGatewayRecoverByThemselvesAndFindWhatWasAcknowledged() throws IOException, InterruptedException {
        assertClientsRecover(Scheme.HTTPS);
    }

    @Test
    void clientsInDirectModeRecoverByThemselvesAndFindWhatWasAcknowledged() throws IOException, InterruptedException {
        assertClientsRecover(Scheme.DIRECT);
    }
}
