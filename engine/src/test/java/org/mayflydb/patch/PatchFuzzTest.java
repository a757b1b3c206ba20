package org.mayflydb.patch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.MayflyException;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKeyDefinition;

/** Any document: a patch that is done or a clean refusal. */
class PatchFuzzTest {
    private static final int CASES = 10_000;
    private static final PartitionKeyDefinition KEY = PartitionKeyDefinition.multiHash("/pk", "/a/b");

    private static final List<String> DOCUMENTS = List.of(
            "{\"operations\":[{\"op\":\"set\",\"path\":\"/a/c\",\"value\":{\"x\":[1,2,3e99]}},"
                    + "{\"op\":\"incr\",\"path\":\"/n\",\"value\":1.5}],\"condition\":\"from c where c.n > 1\"}",
            "[{\"op\":\"move\",\"from\":\"/list/0\",\"path\":\"/list/-\"},{\"op\":\"remove\",\"path\":\"/list/1\"},"
                    + "{\"op\":\"add\",\"path\":\"/list/2\",\"value\":null}]",
            "{\"condition\":null,\"operations\":[{\"op\":\"replace\",\"path\":\"/s~1~0\",\"value\":\"\\ud83d\\ude00\"}]}");

    private static final List<String> PIECES = List.of(
            "\"",
            "{",
            "}",
            "[",
            "]",
            ",",
            "/",
            "~",
            "-",
            "0",
            "99999999999",
            "id",
            "_ts",
            "pk",
            "null",
            "\\u0000",
            "\"op\"",
            "\"value\":",
            "set",
            "incr",
            "move",
            "from c where ",
            "1e999",
            "[[[[[[[[",
            "(((((((((");

    private static final JsonObject ITEM = (JsonObject) JsonValue.parse(
            "{\"id\":\"i\",\"pk\":1,\"a\":{\"b\":2,\"c\":3},\"n\":1,\"list\":[1,[2],{}],\"s/~\":\"t\"}");

    @Test
    void anyDocumentIsDoneOrRefused() {
        int done = 0;
        for (long seed = 1; seed <= CASES; seed++) {
            byte[] document = document(new Random(seed));
            try {
                JsonObject patched = ((PatchEdit) Patch.parse(document).edit(KEY)).apply(ITEM);
                assertThat(JsonValue.parse(patched.toBytes()))
                        .as("seed %d", seed)
                        .isEqualTo(patched);
                assertThat(patched.get("id")).as("seed %d", seed).isEqualTo(ITEM.get("id"));
                done++;
            } catch (MayflyException refusal) {
                assertThat(refusal.status()).as("seed %d", seed).isIn(400, 501);
            } catch (RuntimeException bug) {
                throw new AssertionError("seed " + seed + ": " + new String(document, StandardCharsets.UTF_8), bug);
            }
        }
        assertThat(done).as("some are patches").isGreaterThan(CASES / 100);
    }

    private static byte[] document(Random random) {
        StringBuilder text = new StringBuilder(DOCUMENTS.get(random.nextInt(DOCUMENTS.size())));
        int changes = random.nextInt(4);
        for (int i = 0; i < changes; i++) {
            int start = random.nextInt(text.length() + 1);
            int end = Math.min(text.length(), start + random.nextInt(6));
            text.replace(start, end, PIECES.get(random.nextInt(PIECES.size())));
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        if (random.nextInt(10) == 0 && bytes.length > 0) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return bytes;
    }
}
