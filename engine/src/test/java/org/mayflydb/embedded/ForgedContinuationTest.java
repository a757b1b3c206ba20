package org.mayflydb.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.ContinuationToken;
import org.mayflydb.base.ContinuationToken.Kind;
import org.mayflydb.base.Invariant;
import org.mayflydb.testing.TestStores;

/** Tokens with a correct checksum and any content lead to a page or to a bad request, never to another failure. */
class ForgedContinuationTest {
    private static final long SEED = 20261118;
    private static final int ROUNDS = 400;

    private final Mayfly mayfly = Mayfly.builder().open(TestStores.open());
    private final Container container = mayfly.createDatabase("d")
            .createContainer(ContainerSpec.named("c").partitionKey("/id").throughput(20_000));

    @BeforeEach
    void load() {
        for (int i = 0; i < 8; i++) {
            container.create("{\"id\":\"i" + i + "\",\"n\":" + i % 3 + ",\"tags\":[1,2]}");
        }
    }

    @AfterEach
    void close() {
        mayfly.close();
    }

    @Test
    void ofAList() {
        forge(Kind.ITEMS, token -> container.list(null, 2, token).continuation());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM c",
                "SELECT VALUE c.id FROM c WHERE c.n = 1",
                "SELECT c.id, t FROM c JOIN t IN c.tags",
                "SELECT VALUE c.id FROM c ORDER BY c.n",
                "SELECT DISTINCT VALUE c.n FROM c",
                "SELECT c.n, COUNT(1) AS k FROM c GROUP BY c.n"
            })
    void ofAQuery(String sql) {
        forge(Kind.QUERY, token -> container.query(sql).page(1, token).continuation());
    }

    /** Changes some bytes of a real content, then cuts or extends it. */
    private static void forge(Kind kind, Function<@Nullable String, @Nullable String> page) {
        Random random = new Random(SEED);
        byte[] real = ContinuationToken.decode(kind, Invariant.present(page.apply(null), "there is another page"));
        int rejected = 0;
        for (int round = 0; round < ROUNDS; round++) {
            int length = round % 4 == 0 ? random.nextInt(2 * real.length) : real.length;
            byte[] forged = Arrays.copyOf(real, length);
            for (int changes = random.nextInt(4); changes > 0 && length > 0; changes--) {
                forged[random.nextInt(length)] = (byte) random.nextInt(256);
            }
            try {
                String unused = page.apply(ContinuationToken.encode(kind, forged));
            } catch (BadRequestException refused) {
                rejected++;
            } catch (RuntimeException | Error failure) {
                throw new AssertionError("seed " + SEED + ", round " + round, failure);
            }
        }
        assertThat(rejected).isBetween(1, ROUNDS - 1);
    }
}
