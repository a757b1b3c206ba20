package org.mayflydb.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecentValuesTest {
    private final List<String> made = new ArrayList<>();

    private final RecentValues<String, String> values = RecentValues.byEquality(String::length, this::make);

    private String make(String key) {
        made.add(key);
        return key + "!";
    }

    @Test
    void aValueIsMadeOncePerKey() {
        assertThat(List.of(values.of("a"), values.of("bb"), values.of("a"), values.of("bb")))
                .containsExactly("a!", "bb!", "a!", "bb!");
        assertThat(made).containsExactly("a", "bb");
    }

    @Test
    @SuppressWarnings("StringOperationCanBeSimplified") // another object is the point
    void anEqualKeyFindsTheValue() {
        values.of("key");
        assertThat(values.of(new String("key"))).isEqualTo("key!");
        assertThat(made).containsExactly("key");
    }

    @Test
    @SuppressWarnings("StringOperationCanBeSimplified") // another object is the point
    void byIdentityAnEqualKeyIsAnotherOne() {
        RecentValues<String, String> identities = RecentValues.byIdentity(String::length, this::make);
        String key = "key";
        identities.of(key);
        identities.of(key);
        identities.of(new String(key));
        assertThat(made).containsExactly("key", "key");
    }

    @Test
    void aKeyWithTheSamePlaceTakesIt() {
        assertThat(List.of(values.of("a"), values.of("b"), values.of("a"))).containsExactly("a!", "b!", "a!");
        assertThat(made).containsExactly("a", "b", "a");
    }

    @Test
    void aNegativeHashHasAPlace() {
        RecentValues<Integer, Integer> numbers = RecentValues.byEquality(key -> key, key -> key + 1);
        assertThat(numbers.of(Integer.MIN_VALUE)).isEqualTo(Integer.MIN_VALUE + 1);
        assertThat(numbers.of(-1)).isZero();
    }
}
