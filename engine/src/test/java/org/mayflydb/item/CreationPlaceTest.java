package org.mayflydb.item;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.mayflydb.item.record.CreationPlace;

/** Where walks in creation order are, and what is before and behind that. */
class CreationPlaceTest {
    private static final int RUNNING_BITS = 40;

    private static long number(long position, long running) {
        return position << RUNNING_BITS | running;
    }

    @Test
    void byNumberAPositionIsPassedBeforeTheNextOneBegins() {
        CreationPlace place = CreationPlace.start(false).after(number(5, 10));
        assertThat(place.isPassed(number(4, 99))).isTrue();
        assertThat(place.isPassed(number(5, 10))).isTrue();
        assertThat(place.isPassed(number(5, 11))).isFalse();
        assertThat(place.isPassed(number(6, 1))).isFalse();
    }

    @Test
    void acrossKeysEarlierItemsOfAllPositionsArePassed() {
        CreationPlace place = CreationPlace.start(true).after(number(5, 10));
        assertThat(place.isPassed(number(9, 9))).isTrue();
        assertThat(place.isPassed(number(4, 10))).isTrue();
        assertThat(place.isPassed(number(6, 10))).isFalse();
        assertThat(place.isPassed(number(1, 11))).isFalse();
    }

    @Test
    void aPartitionThatHasGrownContinuesByNumberWithoutWhatWasPassed() {
        CreationPlace place = CreationPlace.start(true).after(number(5, 10)).byNumber();
        assertThat(place.isPassed(number(1, 10))).isTrue();
        assertThat(place.isPassed(number(1, 11))).isFalse();
        CreationPlace next = place.after(number(3, 12));
        assertThat(next.isPassed(number(9, 4))).isTrue();
        assertThat(next.isPassed(number(2, 70))).isTrue();
        assertThat(next.isPassed(number(3, 13))).isFalse();
        assertThat(next.isPassed(number(9, 11))).isFalse();
    }

    @Test
    void placesAreReadAsTheyWereWritten() {
        for (CreationPlace start : List.of(
                CreationPlace.start(false),
                CreationPlace.start(true),
                CreationPlace.start(true).after(number(7, 3)).byNumber())) {
            CreationPlace place = start.after(number(5, 10));
            assertThat(CreationPlace.decode(place.encode())).isEqualTo(place);
        }
        CreationPlace fetched = CreationPlace.start(false).afterFetched(number(5, 10));
        assertThat(CreationPlace.decode(fetched.encode())).isEqualTo(fetched);
    }

    @Test
    void bytesThatAreNoPlaceAreRecognized() {
        byte[] place = CreationPlace.start(true).after(number(5, 10)).encode();
        assertThat(CreationPlace.decode(new byte[0])).isNull();
        assertThat(CreationPlace.decode(Arrays.copyOf(place, 5))).isNull();
        assertThat(CreationPlace.decode(Arrays.copyOf(place, place.length + 1))).isNull();
        place[0] = 9;
        assertThat(CreationPlace.decode(place)).isNull();
    }

    @Test
    void bytesSortInTheOrderOfTheWalk() {
        Random random = new Random(5);
        for (boolean acrossKeys : new boolean[] {false, true}) {
            CreationPlace start = CreationPlace.start(acrossKeys);
            List<Long> numbers = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                numbers.add(number(random.nextInt(4), random.nextInt(1000)));
            }
            List<Long> byBytes = new ArrayList<>(numbers);
            byBytes.sort((one, other) -> Arrays.compareUnsigned(
                    start.after(one).encode(), start.after(other).encode()));
            numbers.sort(start::compare);
            assertThat(byBytes).isEqualTo(numbers);
        }
    }
}
