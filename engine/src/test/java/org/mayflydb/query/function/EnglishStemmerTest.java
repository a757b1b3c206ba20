package org.mayflydb.query.function;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnglishStemmerTest {

    @ParameterizedTest
    @CsvSource(textBlock = """
            caresses, caress
            ties, tie
            cries, cri
            gas, gas
            gaps, gap
            kiwis, kiwi
            abacus, abacus
            agreed, agre
            feed, feed
            proceeds, proceed
            hopping, hop
            hoping, hope
            luxuriated, luxuri
            falling, fall
            sing, sing
            happy, happi
            say, say
            youth, youth
            national, nation
            hesitancy, hesit
            possibly, possibl
            visualization, visual
            geology, geolog
            gladly, glad
            formative, format
            electrical, electr
            hopefulness, hope
            adjustment, adjust
            replacement, replac
            adoption, adopt
            generously, generous
            communism, communism
            skies, sky
            news, news
            rate, rate
            controlling, control
            rolls, roll
            as, as
            x42s, x42s
            """)
    void endingsThatGrammarAddsAreRemoved(String word, String stem) {
        assertThat(EnglishStemmer.stem(word)).isEqualTo(stem);
    }
}
