package org.mayflydb.server.hybridrow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.MayflyException;

/** Any bytes: operations or a clean refusal. */
class RowsFuzzTest {
    private static final int CASES = 50_000;

    private static final List<OperationRow> OPERATIONS = List.of(
            new OperationRow(0, "[\"p\"]", null, "{\"id\":\"a\",\"pk\":\"p\"}", null, true),
            new OperationRow(1, null, "b", "[{\"op\":\"set\",\"path\":\"/a\",\"value\":1}]", "\"e\"", false),
            new OperationRow(2, "[{}]", "b", null, "\"e\"", false));

    @Test
    void anyBytesAreOperationsOrABadRequest() {
        int read = 0;
        int refused = 0;
        for (long seed = 1; seed <= CASES; seed++) {
            byte[] body = body(new Random(seed));
            try {
                int unused = OperationRows.read(body, true).size();
                read++;
            } catch (MayflyException refusal) {
                assertThat(refusal.status()).as("seed %d", seed).isIn(400, 501);
                refused++;
            } catch (RuntimeException bug) {
                throw new AssertionError("seed " + seed + ": " + HexFormat.of().formatHex(body), bug);
            }
        }
        assertThat(read).isGreaterThan(CASES / 100);
        assertThat(refused).isGreaterThan(CASES / 2);
    }

    /** Noise, a stream with noise in it, or a good envelope around a record with noise in it. */
    private static byte[] body(Random random) {
        if (random.nextInt(10) == 0) {
            byte[] noise = new byte[random.nextInt(100)];
            random.nextBytes(noise);
            return noise;
        }
        if (random.nextBoolean()) {
            return spoiled(OperationRow.body(OPERATIONS), random);
        }
        return OperationRow.enveloped(
                spoiled(OPERATIONS.get(random.nextInt(OPERATIONS.size())).bytes(), random));
    }

    private static byte[] spoiled(byte[] bytes, Random random) {
        byte[] spoiled = bytes.clone();
        int changes = random.nextInt(4);
        for (int i = 0; i < changes; i++) {
            spoiled[random.nextInt(spoiled.length)] =
                    (byte) (random.nextBoolean() ? random.nextInt(256) : random.nextInt(8) - 4);
        }
        return random.nextInt(5) == 0 ? Arrays.copyOf(spoiled, random.nextInt(spoiled.length + 20)) : spoiled;
    }
}
