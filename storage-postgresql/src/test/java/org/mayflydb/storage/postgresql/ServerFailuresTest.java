package org.mayflydb.storage.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mayflydb.storage.StoreDamagedException;
import org.mayflydb.storage.StoreUnavailableException;
import org.postgresql.util.PSQLException;
import org.postgresql.util.PSQLState;
import org.postgresql.util.ServerErrorMessage;

class ServerFailuresTest {
    private final ServerFailures failures = new ServerFailures("postgresql://host:5432/d");

    private static SQLException reported(String severity, String state) {
        return new PSQLException(new ServerErrorMessage("S" + severity + "\0C" + state + "\0Msomething\0"));
    }

    @Test
    void commitIsRolledBackByAnErrorThatEndsItsStatement() {
        for (String state :
                List.of("23505", "25006", "40001", "40P01", "42501", "53100", "53200", "55P03", "57014", "XX000")) {
            assertThat(ServerFailures.rolledBack(reported("ERROR", state)))
                    .as(state)
                    .isTrue();
        }
    }

    @Test
    void commitIsUnknownIfTheConnectionEnded() {
        for (String state : List.of("08006", "57P01", "57P02", "08P01", "40003", "25P03", "25P04")) {
            assertThat(ServerFailures.rolledBack(reported("FATAL", state)))
                    .as(state)
                    .isFalse();
        }
        assertThat(ServerFailures.rolledBack(reported("PANIC", "53100"))).isFalse();
        assertThat(ServerFailures.rolledBack(new PSQLException("I/O error", PSQLState.CONNECTION_FAILURE)))
                .isFalse();
        assertThat(ServerFailures.rolledBack(new SQLException("without a state")))
                .isFalse();
    }

    @Test
    void errorInAnotherLanguageIsUnderstoodByItsState() {
        assertThat(ServerFailures.rolledBack(reported("FEHLER", "55P03"))).isTrue();
        assertThat(ServerFailures.rolledBack(reported("FEHLER", "53100"))).isFalse();
    }

    @Test
    void messageSaysWhatIsWrong() {
        assertThat(failures.calling(reported("ERROR", "53100")))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("no disk space left");
        assertThat(failures.calling(reported("ERROR", "25006"))).hasMessageContaining("takes no writes");
        assertThat(failures.calling(reported("ERROR", "XX001"))).isInstanceOf(StoreDamagedException.class);
        assertThat(failures.connecting(reported("FATAL", "53300"))).hasMessageContaining("max_connections");
        assertThat(failures.connecting(reported("FATAL", "57P03"))).hasMessageContaining("starting or shutting down");
    }
}
