package org.mayflydb.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.FailureCode;
import org.mayflydb.base.MayflyException;
import org.mayflydb.base.MovableClock;
import org.mayflydb.database.CheckReport;
import org.mayflydb.database.StoreCheck;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.ContainerSpec;
import org.mayflydb.embedded.Database;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.storage.Durability;
import org.mayflydb.testing.Repetitions;

/** Whatever is sent is accepted or refused as the client's mistake, and what is refused changes nothing. */
@ParameterizedClass(name = "on {0}")
@ValueSource(strings = {"memory", "RocksDB"})
class HostileInputTest {
    private static final int BODY_BYTES_MAX = 2 * 1024 * 1024;
    private static final int RANDOM_BODIES = Repetitions.of(5_000);
    private static final long SEED = Long.getLong("mayfly.seed", System.nanoTime());

    private static final String ITEM =
            "{\"id\":\"a\",\"pk\":\"p\",\"nested\":{\"key\":7,\"list\":[1,2.50,\"é😀\\n\",null,true]},\"u\":1,\"ttl\":60}";

    @Parameter
    private String storage = "";

    @TempDir
    private Path directory;

    private Ground ground;

    /** Items are only scanned here. */
    private Container plain;

    /** Items are read into trees here. */
    private Container nested;

    private int accepted;

    @BeforeEach
    void open() {
        ground = storage.equals("memory") ? Ground.memory() : Ground.rocks(directory, Durability.SYNCED);
        // Some bodies are spoiled into short lifetimes, so time must not pass while they are counted.
        MovableClock clock = MovableClock.startingAt(Instant.ofEpochSecond(1_794_700_800L));
        Database database = Mayfly.builder().clock(clock).open(ground.store()).createDatabase("d");
        plain = database.createContainer(
                ContainerSpec.named("plain").partitionKey("/pk").defaultTtlSeconds(-1));
        nested = database.createContainer(
                ContainerSpec.named("nested").partitionKey("/nested/key").uniqueKey("/u"));
    }

    @AfterEach
    void whatWasAcceptedIsThereAndTheStoreIsSound() {
        assertThat(plain.usage().items() + nested.usage().items()).isEqualTo(accepted);
        ground.reopen();
        CheckReport report = StoreCheck.run(ground.store());
        ground.close();
        assertThat(report.findings()).isEmpty();
        assertThat(report.items()).isEqualTo(accepted);
    }

    /** Sends it to both containers; answers how they refused it, null if they took it. */
    private @Nullable FailureCode send(byte[] body) {
        Outcome<?> scanned = Outcome.of(() -> plain.create(body));
        Outcome<?> parsed = Outcome.of(() -> nested.create(body));
        for (Outcome<?> outcome : List.of(scanned, parsed)) {
            if (outcome.failure() == null) {
                accepted++;
            } else {
                assertThat(outcome.failure().status()).isBetween(400, 499);
            }
        }
        return scanned.failure() == null ? parsed.failure() : scanned.failure();
    }

    private @Nullable FailureCode send(String body) {
        return send(body.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void whatIsNoObjectIsRefused() {
        for (String body : List.of("", " ", "[]", "1", "\"a\"", "null", "true", "[" + ITEM + "]", "\uFEFF" + ITEM)) {
            assertThat(send(body)).as(body).isEqualTo(FailureCode.BAD_REQUEST);
        }
    }

    @Test
    void anIdThatIsNoTextIsRefused() {
        for (String id : List.of("1", "null", "true", "{}", "[]", "[\"a\"]")) {
            assertThat(send("{\"id\":" + id + ",\"pk\":\"p\"}")).as(id).isEqualTo(FailureCode.BAD_REQUEST);
        }
        assertThat(send("{\"pk\":\"p\"}")).isEqualTo(FailureCode.BAD_REQUEST);
        assertThat(send("{\"ID\":\"a\",\"pk\":\"p\"}")).isEqualTo(FailureCode.BAD_REQUEST);
    }

    @Test
    void aBodyThatEndsTooSoonOrTooLateIsRefused() {
        byte[] whole = ITEM.getBytes(StandardCharsets.UTF_8);
        for (int length = 0; length < whole.length; length++) {
            assertThat(send(Arrays.copyOf(whole, length))).isEqualTo(FailureCode.BAD_REQUEST);
        }
        for (String rest : List.of("x", "}", ",", "{}", "\0", "\"", " 1", "//")) {
            assertThat(send(ITEM + rest)).as(rest).isEqualTo(FailureCode.BAD_REQUEST);
        }
        assertThat(send(" \r\n\t" + ITEM + "\n ")).isNull();
    }

    @Test
    void aBodyHasAtMostTwoMegabytes() {
        int padding = BODY_BYTES_MAX - "{\"id\":\"a\",\"pad\":\"\"}".length();
        assertThat(send("{\"id\":\"a\",\"pad\":\"" + "x".repeat(padding + 1) + "\"}"))
                .isEqualTo(FailureCode.TOO_LARGE);
        assertThat(send(ITEM + " ".repeat(BODY_BYTES_MAX))).isEqualTo(FailureCode.TOO_LARGE);
        assertThat(send("{\"id\":\"a\",\"pad\":\"" + "x".repeat(padding) + "\"}"))
                .isNull();
    }

    @Test
    void nestingHasALimit() {
        assertThat(send(nestedItem("a", 129))).isEqualTo(FailureCode.BAD_REQUEST);
        assertThat(send(nestedItem("b", 100_000))).isEqualTo(FailureCode.BAD_REQUEST);
        assertThat(send(nestedItem("c", 128))).isNull();
    }

    private static String nestedItem(String id, int depth) {
        return "{\"id\":\"" + id + "\",\"deep\":" + "[".repeat(depth - 1) + "]".repeat(depth - 1) + "}";
    }

    @Test
    void textThatIsNotUtf8IsRefused() {
        for (String hex :
                List.of("80", "ff", "c080", "c1bf", "e08080", "eda080", "f08080af", "f4908080", "e282", "f09f98")) {
            byte[] wrong = HexFormat.of().parseHex(hex);
            for (String around :
                    List.of("{\"id\":\"a@\"}", "{\"id\":\"a\",\"n@\":1}", "{\"id\":\"a\",\"n\":\"@\"}", "@" + ITEM)) {
                assertThat(send(replaced(around, wrong))).as(hex).isEqualTo(FailureCode.BAD_REQUEST);
            }
        }
    }

    private static byte[] replaced(String text, byte[] replacement) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int at = text.indexOf('@');
        out.writeBytes(text.substring(0, at).getBytes(StandardCharsets.UTF_8));
        out.writeBytes(replacement);
        out.writeBytes(text.substring(at + 1).getBytes(StandardCharsets.UTF_8));
        return out.toByteArray();
    }

    @Test
    void aMemberNamedTwiceIsAccepted() {
        for (String members : List.of(
                "\"u\":1,\"id\":\"a\",\"id\":\"b\"",
                "\"u\":2,\"id\":\"a\",\"\\u0069d\":\"c\"",
                "\"u\":3,\"id\":\"d\",\"n\":{\"x\":1,\"x\":2}")) {
            assertThat(send("{" + members + "}")).as(members).isNull();
        }
    }

    @Test
    void idsHaveALengthAndCharactersTheyLack() {
        for (String id : List.of("x".repeat(1024), "é".repeat(512), "", "\\ud800")) {
            assertThat(send("{\"id\":\"" + id + "\"}")).as(id).isEqualTo(FailureCode.BAD_REQUEST);
        }
        assertThat(send("{\"id\":\"" + "x".repeat(1023) + "\"}")).isNull();
        assertThat(send("{\"id\":\"" + "é".repeat(511) + "\",\"u\":2}")).isNull();
    }

    @Test
    void partitionKeysHaveALengthAndAreTheOnesOfTheItem() {
        assertThatThrownBy(() -> plain.create(ITEM, WriteOptions.NONE.withPartitionKey(PartitionKey.of("q"))))
                .isInstanceOfSatisfying(MayflyException.class, refused -> {
                    assertThat(refused.status()).isEqualTo(400);
                    assertThat(refused.subStatus()).isEqualTo(1001);
                });
        for (String key : List.of("\"" + "x".repeat(2049) + "\"", "\"\\udc00\"", "1e999")) {
            assertThat(send("{\"id\":\"a\",\"pk\":" + key + ",\"nested\":{\"key\":" + key + "}}"))
                    .isEqualTo(FailureCode.BAD_REQUEST);
        }
    }

    @Test
    void randomBytesAreNoItems() {
        Random random = new Random(SEED);
        for (int i = 0; i < RANDOM_BODIES; i++) {
            byte[] body = new byte[random.nextInt(200)];
            random.nextBytes(body);
            assertThat(send(body)).as("body %s of seed %s", i, SEED).isEqualTo(FailureCode.BAD_REQUEST);
        }
    }

    @Test
    void bodiesThatAreNearlyRightAreTakenOrRefused() {
        Mutations mutations = new Mutations(new Random(SEED));
        for (int i = 0; i < RANDOM_BODIES; i++) {
            byte[] body = mutations.of(ITEM.replace("\"a\"", "\"i" + i + "\"").replace("\"u\":1", "\"u\":" + i));
            String text = new String(body, StandardCharsets.UTF_8);
            try {
                send(body);
            } catch (RuntimeException | AssertionError mistake) {
                throw new AssertionError("body " + i + " of seed " + SEED + ": " + text, mistake);
            }
        }
        assertThat(accepted).as("mutations are not all fatal").isPositive();
    }
}
