package org.mayflydb.query.function;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class TextSearchTest {

    @Test
    void shortAndLongTextsAreFoundWhereThePlatformFindsThem() {
        long seed = 20310507;
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            String text = text(random, 300);
            String wanted = random.nextBoolean() ? text(random, 4) : part(random, text);
            int from = random.nextInt(text.length() + 1);
            TextSearch search = new TextSearch(wanted);
            String claim = "seed %d: '%s' in '%s' from %d".formatted(seed, wanted, text, from);
            assertThat(search.first(text, from)).as(claim).isEqualTo(text.indexOf(wanted, from));
            assertThat(search.last(text, from))
                    .as(claim)
                    .isEqualTo(text.substring(0, from).lastIndexOf(wanted));
            assertThat(search.isIn(text)).as(claim).isEqualTo(text.contains(wanted));
            if (!wanted.isEmpty()) {
                assertThat(search.count(text)).as(claim).isEqualTo(count(text, wanted));
            }
        }
    }

    @Test
    void halfOfALongTextOfOneLetterIsSoughtInTimeForATest() {
        String text = "a".repeat(2_000_000);
        TextSearch search = new TextSearch("a".repeat(500_000) + "b");
        assertThat(search.first(text, 0)).isEqualTo(-1);
        assertThat(search.last(text, text.length())).isEqualTo(-1);
        assertThat(search.count(text + "b")).isEqualTo(1);
    }

    /** Few letters and much repetition, so that parts match almost. */
    private static String text(Random random, int lengthMax) {
        StringBuilder text = new StringBuilder();
        String period = "ab".repeat(1 + random.nextInt(3)) + "a".repeat(random.nextInt(4));
        for (int length = random.nextInt(lengthMax); text.length() < length; ) {
            text.append(random.nextInt(20) == 0 ? "b" : period);
        }
        return text.toString();
    }

    private static String part(Random random, String text) {
        int start = random.nextInt(text.length() + 1);
        String part = text.substring(start, start + random.nextInt(text.length() - start + 1));
        return random.nextInt(4) == 0 ? part + "a" : part;
    }

    private static int count(String text, String wanted) {
        int count = 0;
        for (int i = 0; i < text.length(); i++) {
            count += text.startsWith(wanted, i) ? 1 : 0;
        }
        return count;
    }
}
