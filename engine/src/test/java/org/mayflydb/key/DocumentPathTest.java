package org.mayflydb.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;

class DocumentPathTest {

    @Test
    void namesAreSeparatedBySlashes() {
        assertThat(DocumentPath.parse("/a/b-c/_d").segments()).containsExactly("a", "b-c", "_d");
    }

    @Test
    void quotedNamesMayHoldAnything() {
        assertThat(DocumentPath.parse("/\"a b\"/c").segments()).containsExactly("a b", "c");
        assertThat(DocumentPath.parse("/\"a\\\"/\\\\b\"").segments()).containsExactly("a\"/\\b");
        assertThat(DocumentPath.parse("/\"*\"/\"\"").segments()).containsExactly("*", "");
    }

    @Test
    void singleQuotesDoAsWell() {
        assertThat(DocumentPath.parse("/'a\" 1*()'/'b/c'").segments()).containsExactly("a\" 1*()", "b/c");
        assertThat(DocumentPath.parse("/'it\\'s'/'\\\\'").segments()).containsExactly("it's", "\\");
    }

    @Test
    void aNameWithDoubleQuotesIsWrittenInSingleOnes() {
        assertThat(DocumentPath.parse("/\"a\\\"b\"")).hasToString("/'a\"b'");
    }

    @Test
    void quotesThatAreNotNeededAreLeftOut() {
        assertThat(DocumentPath.parse("/\"a\"/\"b c\"")).hasToString("/a/\"b c\"");
        assertThat(DocumentPath.parse("/\"a\"")).isEqualTo(DocumentPath.parse("/a"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/",
                "a",
                "a/b",
                "/a/",
                "//a",
                "/a//b",
                "/*",
                "/a/?",
                "/a/[]/b",
                "/\"a",
                "/\"a\\\"",
                "/\"a\"b",
                "/a\"b",
                "/\"\\x\"",
                "/a\\b"
            })
    void otherTextIsABadRequest(String text) {
        assertThatThrownBy(() -> DocumentPath.parse(text)).isInstanceOf(BadRequestException.class);
    }

    @Test
    void aValueIsFoundInsideObjects() {
        JsonObject item = (JsonObject) JsonValue.parse("{\"a\":{\"b c\":1},\"l\":[{\"b\":1}],\"n\":null}");
        assertThat(DocumentPath.parse("/a/\"b c\"").find(item)).isEqualTo(JsonNumber.of(1));
        assertThat(DocumentPath.parse("/a").find(item)).isInstanceOf(JsonObject.class);
        assertThat(DocumentPath.parse("/l/b").find(item)).isNull();
        assertThat(DocumentPath.parse("/n/b").find(item)).isNull();
        assertThat(DocumentPath.parse("/x/b").find(item)).isNull();
    }

    @Test
    void canonicalTextReadsBackAsTheSamePath() {
        long seed = 3L;
        Random random = new Random(seed);
        String alphabet = "ab_/\"\\ *?[]'\n\u00E9";
        for (int i = 0; i < 10_000; i++) {
            List<String> segments = new ArrayList<>();
            for (int count = 1 + random.nextInt(3); count > 0; count--) {
                StringBuilder segment = new StringBuilder();
                for (int length = random.nextInt(5); length > 0; length--) {
                    segment.append(alphabet.charAt(random.nextInt(alphabet.length())));
                }
                segments.add(segment.toString());
            }
            DocumentPath path = new DocumentPath(segments);
            assertThat(DocumentPath.parse(path.toString()))
                    .describedAs("seed %s path %s", seed, path)
                    .isEqualTo(path);
        }
    }
}
