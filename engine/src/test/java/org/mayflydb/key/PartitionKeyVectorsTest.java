package org.mayflydb.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/** Hashes recorded from a client of the service. */
class PartitionKeyVectorsTest {

    @ParameterizedTest
    @MethodSource("hashVectors")
    void hashesAreThoseOfTheService(JsonObject vector) {
        PartitionKey key = PartitionKey.parse(text(vector, "pk"));
        assertThat(HashVersion1.hash(key).hex()).isEqualTo(text(vector, "hashV1"));
        assertThat(HashVersion2.hash(key).hex()).isEqualTo(text(vector, "hashV2"));
    }

    @ParameterizedTest
    @MethodSource("multiHashVectors")
    void hierarchicalHashesAndTheirRangesAreThoseOfTheService(JsonObject vector) {
        PartitionKey key = PartitionKey.parse(text(vector, "pk"));
        EffectivePartitionKey hash = PartitionKeyHasher.hash(PartitionKeyDefinition.multiHash("/a", "/b", "/c"), key);
        assertThat(hash.hex()).isEqualTo(text(vector, "multiHash"));
        EpkRange range = EpkRange.prefix(hash);
        assertThat(new JsonArray(List.of(
                        new JsonString(range.min().hex()),
                        new JsonString(range.max().hex()))))
                .isEqualTo(vector.get("prefixRange"));
    }

    @ParameterizedTest
    @MethodSource("murmurVectors")
    void murmurHashesAreThoseOfTheAlgorithm(JsonObject vector) {
        byte[] data = text(vector, "utf8").getBytes(StandardCharsets.UTF_8);
        Murmur3.Hash128 hash = Murmur3.hash128(data);
        assertThat(Murmur3.hash32(data)).isEqualTo(Integer.parseUnsignedInt(text(vector, "murmur3_x86_32_seed0"), 16));
        assertThat(hash.first()).isEqualTo(Long.parseUnsignedLong(text(vector, "h1"), 16));
        assertThat(hash.second()).isEqualTo(Long.parseUnsignedLong(text(vector, "h2"), 16));
    }

    static Stream<JsonObject> hashVectors() throws IOException {
        return vectors("vectors").filter(vector -> text(vector, "kind").equals("Hash"));
    }

    static Stream<JsonObject> multiHashVectors() throws IOException {
        return vectors("vectors").filter(vector -> text(vector, "kind").equals("MultiHash"));
    }

    static Stream<JsonObject> murmurVectors() throws IOException {
        return vectors("murmur3");
    }

    private static Stream<JsonObject> vectors(String section) throws IOException {
        try (InputStream source = PartitionKeyVectorsTest.class.getResourceAsStream("epk-vectors.json")) {
            JsonObject all = (JsonObject) JsonValue.parse(
                    Objects.requireNonNull(source, "the vectors").readAllBytes());
            JsonArray vectors = (JsonArray) Objects.requireNonNull(all.get(section), section);
            return vectors.elements().stream().map(JsonObject.class::cast);
        }
    }

    private static String text(JsonObject vector, String name) {
        return ((JsonString) Objects.requireNonNull(vector.get(name), name)).value();
    }
}
