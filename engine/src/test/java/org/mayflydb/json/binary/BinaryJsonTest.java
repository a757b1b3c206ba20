package org.mayflydb.json.binary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.Invariant;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonText;
import org.mayflydb.json.JsonValue;
import org.mayflydb.testing.Repetitions;

/** The vectors were made by the .NET client's own writer, and read back by its readers. */
class BinaryJsonTest {
    private static final int BYTES_MAX = 4 << 20;

    /** What the client's readers accept and we accept too: counts are not needed, and characters wrap around. */
    private static final Set<String> TOLERATED =
            Set.of("ArrLC1 count too small", "ObjLC1 count wrong", "packed base that overflows");

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Vector(String name, @Nullable String json, byte[] binary) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static List<Vector> all() {
        try (InputStream in =
                Objects.requireNonNull(BinaryJsonTest.class.getResourceAsStream("vectors.json"), "vectors.json")) {
            JsonArray vectors = (JsonArray) JsonValue.parse(in.readAllBytes());
            return vectors.elements().stream()
                    .map(each -> vector((JsonObject) each))
                    .toList();
        } catch (IOException unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }

    private static Vector vector(JsonObject vector) {
        String json = vector.has("error") ? null : text(vector, "json");
        return new Vector(string(vector, "name"), json, HexFormat.of().parseHex(text(vector, "hex")));
    }

    private static String string(JsonObject object, String name) {
        return ((JsonString) Invariant.present(object.get(name), name)).value();
    }

    /** Large ones repeat a part. */
    private static String text(JsonObject vector, String name) {
        if (!(vector.get(name + "Parts") instanceof JsonObject parts)) {
            return string(vector, name);
        }
        int count = (int) ((JsonNumber) Invariant.present(parts.get("count"), "count")).doubleValue();
        return string(parts, "prefix") + string(parts, "unit").repeat(count) + string(parts, "suffix");
    }

    static Stream<Vector> valid() {
        return all().stream().filter(vector -> vector.json != null);
    }

    static Stream<Vector> malformed() {
        return all().stream().filter(vector -> vector.json == null);
    }

    private static String read(byte[] binary) {
        return new String(
                Invariant.present(BinaryJson.toText(binary, BYTES_MAX), "short enough"), StandardCharsets.UTF_8);
    }

    private static String read(String hex) {
        return read(HexFormat.of().parseHex(hex));
    }

    private static void assertSame(String text, String expected) {
        // Some nest deeper than any item may, so they are not parsed.
        if (!text.equals(expected)) {
            assertThat(SameValue.same(JsonValue.parse(text), JsonValue.parse(expected)))
                    .as(() -> text + " is " + expected)
                    .isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("valid")
    void everyFormOfAValueIsReadAsTheTextThatItStandsFor(Vector vector) {
        assertThat(BinaryJson.isBinary(vector.binary)).isTrue();
        String json = Invariant.present(vector.json, "valid");
        // Their writer loses the sign of a zero without a fraction.
        assertSame(read(vector.binary), json.equals("-0") ? "0" : json);
    }

    @ParameterizedTest
    @MethodSource("valid")
    void whatIsWrittenIsReadAsTheSame(Vector vector) {
        String json = Invariant.present(vector.json, "valid");
        byte[] compact = JsonText.compact(json.getBytes(StandardCharsets.UTF_8));
        byte[] written = BinaryJson.ofText(compact);
        if (written == null) {
            assertThat(json).containsAnyOf("\\ud", "\\uD");
            return;
        }
        assertSame(read(written), json);
    }

    @ParameterizedTest
    @MethodSource("malformed")
    void whatIsMalformedIsABadRequest(Vector vector) {
        if (TOLERATED.contains(vector.name) || !BinaryJson.isBinary(vector.binary)) {
            return;
        }
        assertThatThrownBy(() -> read(vector.binary)).isInstanceOf(BadRequestException.class);
    }

    @Test
    void textBeginsWithNoByteThatIsTakenForBinary() {
        assertThat(BinaryJson.isBinary(new byte[0])).isFalse();
        assertThat(BinaryJson.isBinary("{}".getBytes(StandardCharsets.UTF_8))).isFalse();
        assertThat(BinaryJson.isBinary(new byte[] {(byte) 0x81, 1})).isFalse();
    }

    @Test
    void everyBeginningOfADocumentIsABadRequest() {
        byte[] whole = HexFormat.of()
                .parseHex("80ea312c816282706b81708164cc000000000000f83f8174d28178d0816ce20901c92c01ca70110100816fe98173"
                        + "8568656c6c6f");
        for (int length = 1; length < whole.length; length++) {
            byte[] beginning = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> read(beginning)).isInstanceOf(BadRequestException.class);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "80e982222c01,'{\"\\\",\":1}'",
        "80835c0a1f,'\"\\\\\\n\\u001f\"'",
        "8085090c0d0800,'\"\\t\\f\\r\\b\\u0000\"'"
    })
    void charactersThatJsonEscapesAreEscaped(String hex, String text) {
        assertThat(read(hex)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-0",
                "-0.0",
                "1e400",
                "0.1",
                "123456789012345678901",
                "1E-400",
                "4.9e-324",
                "0.30000000000000004"
            })
    void numbersAreWrittenAsTheTextReads(String number) {
        byte[] text = number.getBytes(StandardCharsets.UTF_8);
        double expected = Double.parseDouble(number);
        byte[] written = BinaryJson.ofText(text);
        assertThat(written == null).isEqualTo(Double.isInfinite(expected));
        byte[] ofValue = BinaryJson.of(new JsonNumber(number));
        assertThat(ofValue == null).isEqualTo(written == null);
        if (written != null && ofValue != null) {
            assertThat(Double.parseDouble(read(written))).isEqualTo(expected);
            assertThat(Double.parseDouble(read(ofValue))).isEqualTo(expected);
        }
    }

    @Test
    void aStringWithHalfASurrogatePairHasNoBinaryForm() {
        assertThat(BinaryJson.ofText("[\"\\ud800\"]".getBytes(StandardCharsets.UTF_8)))
                .isNull();
        assertThat(BinaryJson.ofText("[\"\\udc00\\ud800\"]".getBytes(StandardCharsets.UTF_8)))
                .isNull();
        assertThat(BinaryJson.of(new JsonString("\udc00"))).isNull();
        assertThat(read(Invariant.present(
                        BinaryJson.ofText("\"\\ud83d\\ude00\"".getBytes(StandardCharsets.UTF_8)), "a whole pair")))
                .isEqualTo("\"😀\"");
    }

    @Test
    void aValueThatNestsDeeperThanClientsReadHasNoBinaryForm() {
        JsonValue value = new JsonString("x");
        for (int i = 0; i < 256; i++) {
            value = JsonArray.of(value);
        }
        assertThat(BinaryJson.of(value)).isNotNull();
        assertThat(BinaryJson.of(JsonArray.of(value))).isNull();
        assertThat(BinaryJson.ofText(("[".repeat(257) + "]".repeat(257)).getBytes(StandardCharsets.UTF_8)))
                .isNotNull();
        assertThat(BinaryJson.ofText(("[".repeat(258) + "]".repeat(258)).getBytes(StandardCharsets.UTF_8)))
                .isNull();
    }

    @Test
    void textThatIsTooLongIsNotMade() {
        byte[] binary = HexFormat.of().parseHex("80e205826162c303");
        assertThat(BinaryJson.toText(binary, 11)).isEqualTo("[\"ab\",\"ab\"]".getBytes(StandardCharsets.UTF_8));
        for (int bytesMax = 0; bytesMax < 11; bytesMax++) {
            assertThat(BinaryJson.toText(binary, bytesMax)).isNull();
        }
    }

    /** A million references to a string of a million bytes stand for a terabyte. */
    @Test
    void referencesToALongStringTakeNoMoreTimeAndMemoryThanTheTextMay() {
        int length = 1 << 20;
        byte[] binary = new byte[6 + 5 + length + 2 * length];
        binary[0] = (byte) 0x80;
        binary[1] = (byte) 0xE4;
        putInt(binary, 2, binary.length - 6);
        binary[6] = (byte) 0xC2;
        putInt(binary, 7, length);
        Arrays.fill(binary, 11, 11 + length, (byte) 'x');
        for (int i = 11 + length; i < binary.length; i += 2) {
            binary[i] = (byte) 0xC3;
            binary[i + 1] = 6;
        }
        assertThat(BinaryJson.toText(binary, BYTES_MAX)).isNull();
    }

    private static void putInt(byte[] target, int at, int value) {
        for (int i = 0; i < 4; i++) {
            target[at + i] = (byte) (value >> (8 * i));
        }
    }

    @Test
    void randomDocumentsAreReadInEveryFormAndWrittenAsTheSame() {
        long seed = Long.getLong("mayfly.seed", 20_261_118L);
        Random random = new Random(seed);
        for (int i = 0; i < Repetitions.of(1000); i++) {
            JsonValue value = new RandomDocument(random).value(4);
            byte[] binary = RandomBinary.write(value, random);
            String text = read(binary);
            assertThat(SameValue.same(JsonValue.parse(text), value))
                    .as("seed %d: %s read as %s", seed, value, text)
                    .isTrue();
            byte[] ofText = BinaryJson.ofText(value.toBytes());
            byte[] ofValue = BinaryJson.of(value);
            assertThat(SameValue.same(JsonValue.parse(read(Invariant.present(ofText, "expressible"))), value))
                    .as("seed %d: %s from text", seed, value)
                    .isTrue();
            assertThat(SameValue.same(JsonValue.parse(read(Invariant.present(ofValue, "expressible"))), value))
                    .as("seed %d: %s from a tree", seed, value)
                    .isTrue();
        }
    }

    /** Names of all lengths, more of them than are remembered, in pages beyond the reach of short references. */
    @ParameterizedTest
    @ValueSource(ints = {1, 40, 700, 6000})
    void pagesOfItemsWithCommonNamesAreReadAsTheText(int names) {
        long seed = Long.getLong("mayfly.seed", 20_261_119L);
        Random random = new Random(seed);
        List<JsonValue> items = new ArrayList<>();
        for (int i = 0; i < Math.max(100, names / 5); i++) {
            items.add(JsonObject.ofText(itemText(random, names).getBytes(StandardCharsets.UTF_8)));
        }
        assertReadAsTheSame(page(items), seed);
        assertReadAsTheSame(
                page(items.stream()
                        .map(item -> (JsonValue)
                                JsonObject.builder().put("payload", item).build())
                        .toList()),
                seed);
    }

    private static JsonObject page(List<JsonValue> rows) {
        return JsonObject.builder()
                .put("_rid", "x")
                .put("Documents", new JsonArray(rows))
                .put("_count", rows.size())
                .build();
    }

    private static String itemText(Random random, int names) {
        StringBuilder text = new StringBuilder("{");
        int count = 1 + random.nextInt(30);
        for (int i = 0; i < count; i++) {
            int number = random.nextInt(3) == 0 ? random.nextInt(names) : i;
            String name = "näme\\n-".repeat(number % 4) + number + "n".repeat(number % 23);
            text.append('"')
                    .append(number % 5 == 0 ? name : name.replace("\\n", ""))
                    .append("\":");
            switch (random.nextInt(6)) {
                case 0 ->
                    text.append('"').append("f".repeat(random.nextInt(300))).append('"');
                case 1 ->
                    text.append("\"\\\"")
                            .append(UUID.nameUUIDFromBytes(new byte[] {(byte) i}))
                            .append("\\\"\"");
                case 2 ->
                    text.append('"')
                            .append(UUID.nameUUIDFromBytes(new byte[] {(byte) i}))
                            .append('"');
                case 3 -> text.append("{\"id\":[").append(random.nextInt()).append("]}");
                case 4 ->
                    text.append("\"0123456789abcdef0123456789abcde")
                            .append((char) (' ' + number % 2))
                            .append('"');
                default ->
                    text.append('"').append("\\\\ü".repeat(random.nextInt(3))).append('"');
            }
            text.append(',');
        }
        return text.append("\"_ts\":1}").toString();
    }

    private static void assertReadAsTheSame(JsonObject page, long seed) {
        String text = page.toString();
        byte[] ofValue = Invariant.present(BinaryJson.of(page), "expressible");
        byte[] ofText = Invariant.present(BinaryJson.ofText(page.toBytes()), "expressible");
        assertThat(read(ofValue)).as("seed %d", seed).isEqualTo(text);
        assertThat(read(ofText)).as("seed %d", seed).isEqualTo(text);
    }

    @Test
    void namesThatItemsHaveInCommonAreWrittenOnce() {
        JsonValue item = JsonObject.ofText("{\"customer\":1,\"_ts\":2}".getBytes(StandardCharsets.UTF_8));
        byte[] binary = Invariant.present(BinaryJson.of(page(List.of(item, item))), "expressible");
        assertThat(HexFormat.of().formatHex(binary))
                .containsOnlyOnce("88637573746f6d6572")
                .contains("012702");
        assertThat(read(binary)).isEqualTo(page(List.of(item, item)).toString());
    }

    @ParameterizedTest
    @CsvSource({
        "6ba7b810-9dad-11d1-80b4-00c04fd430c8,8075b67a8b01d9da111d084b000cf44d038c",
        "6ba7b810-9dad-11d1-80b4-00c04fd430cg," + "80a4366261376238"
                + "31302d396461642d313164312d383062342d303063303466643433306367",
        "0123456789abcdef0123456789abcdef0,8078211032547698badcfe1032547698badcfe00",
        "0123456789abcdef0123456789abcdeg,80a03031323334353637383961626364656630313233343536373839616263646567",
        "0123456789abcdef0123456789abcdefo," + "80a13031323334353637383961626364656630313233343536373839616263646566"
                + "6f"
    })
    void textOfManyHexadecimalDigitsIsPacked(String text, String hex) {
        byte[] json = ("\"" + text + "\"").getBytes(StandardCharsets.UTF_8);
        assertThat(HexFormat.of().formatHex(Invariant.present(BinaryJson.ofText(json), "expressible")))
                .isEqualTo(hex);
        assertThat(read(hex)).isEqualTo("\"" + text + "\"");
    }
}
