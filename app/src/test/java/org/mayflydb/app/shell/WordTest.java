package org.mayflydb.app.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.key.PartitionKey;

class WordTest {
    @Test
    void wordsAreSeparatedByBlanksUnlessTheyAreQuoted() {
        assertThat(Word.split(".item 'a b'  c"))
                .containsExactly(new Word(".item", false), new Word("a b", true), new Word("c", false));
    }

    @Test
    void anOpenQuotationMarkIsRefused() {
        assertThatThrownBy(() -> Word.split(".item 'a b")).isInstanceOf(BadRequestException.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "ann|[\"ann\"]",
                "5|[5]",
                "'5'|[\"5\"]",
                "true|[true]",
                "null|[null]",
                "t1 u1|[\"t1\",\"u1\"]",
                "[\"a b\", 2]|[\"a b\",2]",
                "[{}]|[{}]"
            })
    void aPartitionKeyIsTypedAsPeopleThinkOfIt(String typed, String json) {
        assertThat(Word.partitionKey(Word.split(typed))).isEqualTo(PartitionKey.parse(json));
    }
}
