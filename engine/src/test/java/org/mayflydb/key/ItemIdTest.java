package org.mayflydb.key;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.BadRequestException;

class ItemIdTest {

    @ParameterizedTest
    @ValueSource(strings = {"a", " a", "a b", "\u65E5\u672C", "\uD83D\uDE00", "a%2Fb", "a\tb", "."})
    void ordinaryIdsAreAccepted(String id) {
        assertThatCode(() -> ItemId.check(id)).doesNotThrowAnyException();
        assertThatCode(() -> ItemId.checkResource(id)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/b", "a\\b", "a?", "#a", "a ", "a\n", "a\r"})
    void onlyItemsMayHaveIdsThatDoNotFitIntoAUrl(String id) {
        assertThatCode(() -> ItemId.check(id)).doesNotThrowAnyException();
        assertThatThrownBy(() -> ItemId.checkResource(id)).isInstanceOf(BadRequestException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\uD800", "\uDC00\uD800"})
    void otherIdsAreABadRequest(String id) {
        assertThatThrownBy(() -> ItemId.check(id)).isInstanceOf(BadRequestException.class);
        assertThatThrownBy(() -> ItemId.checkResource(id)).isInstanceOf(BadRequestException.class);
    }

    @Test
    void theIdOfAnItemMayHaveAThousandAndTwentyThreeBytes() {
        assertThatCode(() -> ItemId.check("\u65E5".repeat(341))).doesNotThrowAnyException();
        assertThatThrownBy(() -> ItemId.check("\u65E5".repeat(341) + "x"))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("less than '1024' characters");
        assertThatThrownBy(() -> ItemId.check("\uD83D\uDE00".repeat(256))).isInstanceOf(BadRequestException.class);
    }

    @Test
    void theIdOfAContainerMayHaveTwoHundredAndFiftyFiveCharacters() {
        assertThatCode(() -> ItemId.checkResource("\u65E5".repeat(255))).doesNotThrowAnyException();
        assertThatThrownBy(() -> ItemId.checkResource("a".repeat(256)))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("Ensure to provide a unique non-empty string less than '255' characters.");
    }
}
