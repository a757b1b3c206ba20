package org.mayflydb.query.function;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegexFoldingTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u1C80",
                "a\u1C88b",
                "\\x{1c84}",
                "[\u0430-\u2000]",
                "[a-\\x{10FFFF}]",
                "[\\x{41}-\\x{1C80}]",
                "[\\a-\uFFFD]",
                "[!-\uD83D\uDE00]"
            })
    void rangesWithLettersThatDoNotFoldBackAreEndless(String expression) {
        assertThat(RegexFolding.isEndless(expression, true)).isTrue();
        assertThat(RegexFolding.isEndless("(?mi)" + expression, false)).isTrue();
        assertThat(RegexFolding.isEndless(expression, false)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[a-z]+",
                "[\u0430-\u044F]",
                "\u6771\u4EAC",
                "[\u4E00-\u9FA5]",
                "[\\x{4E00}-\\x{9FA5}]",
                "\\p{L}-\\d",
                "a-b",
                "-",
                "\\x{",
                "\\"
            })
    @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void otherExpressionsAreCompiled(String expression) {
        assertThat(RegexFolding.isEndless(expression, true)).isFalse();
        try {
            assertThat(Pattern.compile(expression, Pattern.CASE_INSENSITIVE)).isNotNull();
        } catch (PatternSyntaxException notValid) {
            assertThat(expression).contains("\\");
        }
    }
}
