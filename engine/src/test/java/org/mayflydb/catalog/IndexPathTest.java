package org.mayflydb.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.catalog.IndexPath.Ending;
import org.mayflydb.catalog.IndexPath.PathStep;

class IndexPathTest {

    @Test
    void theRootIsEverything() {
        IndexPath path = IndexPath.parse("/*");
        assertThat(path.steps()).isEmpty();
        assertThat(path.ending()).isEqualTo(Ending.EVERYTHING);
    }

    @Test
    void aPathGoesThroughMembersAndElements() {
        IndexPath path = IndexPath.parse("/a/[]/\"b c\"/?");
        assertThat(path.steps())
                .containsExactly(new PathStep.Member("a"), new PathStep.EveryElement(), new PathStep.Member("b c"));
        assertThat(path.ending()).isEqualTo(Ending.VALUE);
    }

    @Test
    void quotesDoNotChangeTheMeaning() {
        assertThat(IndexPath.parse("/_etag/?").means(IndexPath.ETAG)).isTrue();
        assertThat(IndexPath.parse("/_etag/*").means(IndexPath.ETAG)).isFalse();
        assertThat(IndexPath.parse("/\"[]\"/?").means(IndexPath.parse("/[]/?"))).isFalse();
    }

    @Test
    void aSingleSlashIsTheOldFormOfTheRoot() {
        assertThat(IndexPath.parse("/").means(IndexPath.ROOT)).isTrue();
        assertThat(IndexPath.parse("/")).hasToString("/");
    }

    @Test
    void aPathIsWrittenAsItWasSent() {
        assertThat(IndexPath.parse("/\"a\"/?")).hasToString("/\"a\"/?");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "*", "/?", "/a", "/a/b", "a/?", "/a?", "/a*", "/*/?", "/?/*", "/a/[0]/?", "/a b/?", "/a//?"})
    void otherTextIsABadRequest(String text) {
        assertThatThrownBy(() -> IndexPath.parse(text)).isInstanceOf(BadRequestException.class);
    }
}
