package org.mayflydb.query.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.query.run.StepLimit;

class LikePatternTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            Harbour | Harbour  | true
            Harbour | harbour  | false
            Harbour | Harb     | false
            Harbour | Harb%    | true
            Harbour | har%     | false
            Harbour | %our     | true
            Harbour | %rb%     | true
            Harbour | %        | true
            Harbour | %%       | true
            Harbour | H%b%r    | true
            Harbour | H%x%r    | false
            Harbour | H_rb_ur  | true
            Harbour | _______  | true
            Harbour | ______   | false
            Harbour | %_______ | true
            Harbour | %________| false
            aab     | %aab     | true
            aaab    | %aab     | true
            abab    | ab%ab    | true
            aba     | ab%ba    | false
            ``      | ``       | true
            ``      | %        | true
            ``      | _        | false
            x       | ``       | false
            """)
    void runsAndPlaceholdersMatch(String text, String pattern, boolean expected) {
        assertThat(LikePattern.compile(pattern, Claim.UNMETERED).matches(text, Claim.UNMETERED))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            b7   | b[5-8]    | true
            b9   | b[5-8]    | false
            bx   | b[^5-8]   | true
            b7   | b[^5-8]   | false
            b    | [abc]     | true
            d    | [abc]     | false
            50%  | 50[%]     | true
            500  | 50[%]     | false
            a_b  | a[_]b     | true
            a]b  | a]b       | true
            a[b  | a[b       | true
            a-   | a[x-]     | true
            ax   | a[x-]     | true
            az   | a[x-]     | false
            a^   | a[x^]     | true
            a    | [b-a]     | false
            a    | []        | false
            abcd | %[c-e]%   | true
            abxd | %[c-d]    | true
            ab   | %[c-d]%   | false
            """)
    void bracketsMatchOneCharacterOfASet(String text, String pattern, boolean expected) {
        assertThat(LikePattern.compile(pattern, Claim.UNMETERED).matches(text, Claim.UNMETERED))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            50% off | 50!% %    | true
            500 off | 50!% %    | false
            a_b     | a!_b      | true
            axb     | a!_b      | false
            a!b     | a!!b      | true
            a[b]    | a![b]     | true
            ab      | a![b]     | false
            a]      | a[!]]     | true
            a       | [!a-!c]   | true
            !       | !         | true
            """)
    void whatFollowsTheEscapeIsItself(String text, String pattern, boolean expected) {
        assertThat(LikePattern.compile(pattern, '!', Claim.UNMETERED).matches(text, Claim.UNMETERED))
                .isEqualTo(expected);
    }

    @Test
    void linesAreNoBoundary() {
        assertThat(LikePattern.compile("a%c", Claim.UNMETERED).matches("a\nb\nc", Claim.UNMETERED))
                .isTrue();
        assertThat(LikePattern.compile("a_c", Claim.UNMETERED).matches("a\nc", Claim.UNMETERED))
                .isTrue();
        assertThat(LikePattern.compile("a", Claim.UNMETERED).matches("a\n", Claim.UNMETERED))
                .isFalse();
    }

    @Test
    void patternsMadeToBeSlowAreNot() {
        String text = "a".repeat(200_000);
        assertThat(LikePattern.compile("%a".repeat(50_000) + "%b", Claim.UNMETERED)
                        .matches(text, Claim.UNMETERED))
                .isFalse();
        assertThat(LikePattern.compile("%" + "a".repeat(100_000) + "b%", Claim.UNMETERED)
                        .matches(text, Claim.UNMETERED))
                .isFalse();
        assertThat(LikePattern.compile("%_a".repeat(50_000), Claim.UNMETERED).matches(text, Claim.UNMETERED))
                .isTrue();
    }

    @Test
    void aPieceWithSetsTakesAStepForEachCharacterAndAThousandOfItsPlaces() {
        String text = "a".repeat(20_000);
        LikePattern pattern = LikePattern.compile("%_" + "a".repeat(10_000) + "b%", Claim.UNMETERED);
        AtomicLong steps = new AtomicLong();
        assertThat(pattern.matches(text, steps::addAndGet)).isFalse();
        assertThat(steps.get()).isBetween(20_000L, 20_000L * (2 + 10_000 / 1_000));
    }

    @Test
    void aSetOfManyRangesIsLookedThroughOnceForEachDifferentCharacter() {
        String text = "a".repeat(20_000);
        LikePattern pattern = LikePattern.compile("%[" + "x".repeat(10_000) + "]%", Claim.UNMETERED);
        AtomicLong steps = new AtomicLong();
        assertThat(pattern.matches(text, steps::addAndGet)).isFalse();
        assertThat(steps.get()).isLessThan(30_000);
    }

    @Test
    void readingAPatternOfOpenBracketsTakesStepsInProportionToItsLength() {
        AtomicLong steps = new AtomicLong();
        LikePattern pattern = LikePattern.compile("[".repeat(100_000), steps::addAndGet);
        assertThat(pattern.matches("[".repeat(100_000), Claim.UNMETERED)).isTrue();
        assertThat(steps.get()).isLessThan(20_000);
    }

    @Test
    void aMeterThatRefusesEndsAMatch() {
        LikePattern pattern = LikePattern.compile("%_" + "a".repeat(1_000) + "b%", Claim.UNMETERED);
        assertThatThrownBy(() -> pattern.matches("a".repeat(20_000), new StepLimit(10_000)))
                .isInstanceOf(BadRequestException.class);
    }

    @Test
    void longPiecesWithSetsAreFoundWhereANaiveSearchFindsThem() {
        long seed = 20310507;
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            StringBuilder piece = new StringBuilder();
            for (int length = 17 + random.nextInt(130); length > 0; length--) {
                piece.append(
                        List.of("a", "_", "_", "_", "[ab]", "[^b]", "[a-c]").get(random.nextInt(7)));
            }
            String text = text(random, "aaab", 300);
            boolean expected = false;
            for (int start = 0; start <= text.length() && !expected; start++) {
                expected = matchesHere(text, start, piece.toString());
            }
            assertThat(LikePattern.compile("%" + piece + "%", Claim.UNMETERED).matches(text, Claim.UNMETERED))
                    .as("seed %d: '%s' like '%%%s%%'", seed, text, piece)
                    .isEqualTo(expected);
        }
    }

    /** Whether the text from there on begins with what the piece wants. */
    private static boolean matchesHere(String text, int start, String piece) {
        int at = start;
        for (int place = 0; place < piece.length(); place++, at++) {
            if (at == text.length()) {
                return false;
            }
            char wanted = piece.charAt(place);
            if (wanted == '[') {
                int close = piece.indexOf(']', place);
                if (!isIn(text.charAt(at), piece.substring(place + 1, close))) {
                    return false;
                }
                place = close;
            } else if (wanted != '_' && wanted != text.charAt(at)) {
                return false;
            }
        }
        return true;
    }

    @Test
    void randomPatternsAgreeWithANaiveModel() {
        long seed = 20310506;
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            String text = text(random, "ab", 8);
            String pattern = text(random, "ab%_[]^-!", 8);
            assertThat(LikePattern.compile(pattern, Claim.UNMETERED).matches(text, Claim.UNMETERED))
                    .as("seed %d: '%s' like '%s'", seed, text, pattern)
                    .isEqualTo(matches(text, 0, pattern, 0));
        }
    }

    private static String text(Random random, String letters, int lengthMax) {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(lengthMax + 1); length > 0; length--) {
            text.append(letters.charAt(random.nextInt(letters.length())));
        }
        return text.toString();
    }

    /** Tries everything, straight from the definition. */
    private static boolean matches(String text, int at, String pattern, int place) {
        if (place == pattern.length()) {
            return at == text.length();
        }
        char next = pattern.charAt(place);
        if (next == '%') {
            return matches(text, at, pattern, place + 1)
                    || (at < text.length() && matches(text, at + 1, pattern, place));
        }
        if (at == text.length()) {
            return false;
        }
        int close = next == '[' ? pattern.indexOf(']', place) : -1;
        if (close > 0) {
            return isIn(text.charAt(at), pattern.substring(place + 1, close))
                    && matches(text, at + 1, pattern, close + 1);
        }
        return (next == '_' || next == text.charAt(at)) && matches(text, at + 1, pattern, place + 1);
    }

    private static boolean isIn(char letter, String set) {
        if (set.startsWith("^")) {
            return !isMember(letter, set.substring(1));
        }
        return isMember(letter, set);
    }

    private static boolean isMember(char letter, String set) {
        if (set.isEmpty()) {
            return false;
        }
        boolean range = set.length() >= 3 && set.charAt(1) == '-';
        char upper = range ? set.charAt(2) : set.charAt(0);
        return (set.charAt(0) <= letter && letter <= upper) || isMember(letter, set.substring(range ? 3 : 1));
    }
}
