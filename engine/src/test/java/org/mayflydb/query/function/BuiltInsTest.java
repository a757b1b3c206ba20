package org.mayflydb.query.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.UnsupportedException;

class BuiltInsTest {

    @Test
    void everyNameFindsItsFunctionInAnyCase() {
        for (String name : BuiltIns.names()) {
            BuiltIn function = BuiltIns.find(name);
            assertThat(function).as(name).isNotNull().extracting(BuiltIn::name).isEqualTo(name);
            assertThat(BuiltIns.find(name.toLowerCase(Locale.ROOT))).isSameAs(function);
            assertThat(BuiltIns.find(name.toUpperCase(Locale.ROOT))).isSameAs(function);
        }
    }

    @Test
    void unknownNamesFindNothing() {
        assertThat(BuiltIns.find("ABSOLUTE")).isNull();
        assertThat(BuiltIns.find("")).isNull();
        assertThat(BuiltIns.find("COUNT")).isNull();
        assertThat(BuiltIns.find("ST_UNION")).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "Is_Boolean, IS_BOOL",
        "IntBitwiseAnd, INTBITAND",
        "IntBitwiseOr, INTBITOR",
        "IntBitwiseXor, INTBITXOR",
        "IntBitwiseNot, INTBITNOT",
        "IntBitwiseLeftShift, INTBITLEFTSHIFT",
        "IntBitwiseRightShift, INTBITRIGHTSHIFT",
        "ContainsAnyCI, CONTAINS_ANY_CI",
        "ContainsAnyCS, CONTAINS_ANY_CS",
        "ContainsAllCI, CONTAINS_ALL_CI",
        "ContainsAllCS, CONTAINS_ALL_CS"
    })
    void otherSpellingsFindTheSameFunction(String other, String name) {
        assertThat(BuiltIns.find(other)).isNotNull().isSameAs(BuiltIns.find(name));
        assertThat(BuiltIns.names()).contains(name).doesNotContain(other);
    }

    @ParameterizedTest
    @ValueSource(strings = {"COUNT", "sum", "Avg", "MIN", "MAX", "CountIf", "MAKELIST", "MAKESET"})
    void aggregatesAreKnownByName(String name) {
        assertThat(BuiltIns.isAggregate(name)).isTrue();
        assertThat(BuiltIns.isAggregate("ARRAY_" + name)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "ABS, 1, 1",
        "PI, 0, 0",
        "LOG, 1, 2",
        "CONTAINS, 2, 3",
        "CONCAT, 2, 2147483647",
        "CHOOSE, 2, 2147483647",
        "DATETIMEFROMPARTS, 3, 7",
        "VectorDistance, 2, 4"
    })
    void functionsSayHowManyArgumentsTheyTake(String name, int least, int most) {
        assertThat(BuiltIns.find(name))
                .isNotNull()
                .extracting(BuiltIn::argumentsMin, BuiltIn::argumentsMax)
                .containsExactly(least, most);
    }

    @Test
    void whatTimeAndChanceDecideIsNotDeterministic() {
        assertThat(BuiltIns.names())
                .filteredOn(name -> !isDeterministic(name))
                .filteredOn(name -> !isSpatial(name))
                .containsExactlyInAnyOrder(
                        "RAND",
                        "NOW",
                        "AGO",
                        "GETCURRENTDATETIME",
                        "GETCURRENTDATETIMESTATIC",
                        "GETCURRENTTICKS",
                        "GETCURRENTTICKSSTATIC",
                        "GETCURRENTTIMESTAMP",
                        "GETCURRENTTIMESTAMPSTATIC");
    }

    private static boolean isDeterministic(String name) {
        BuiltIn function = BuiltIns.find(name);
        return function != null && function.deterministic();
    }

    static boolean isSpatial(String name) {
        return name.startsWith("ST_");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ST_DISTANCE({}, {})",
                "ST_WITHIN({}, {})",
                "ST_INTERSECTS({}, {})",
                "ST_ISVALID({})",
                "ST_ISVALIDDETAILED({})",
                "ST_AREA({})"
            })
    void spatialFunctionsNameTheModuleThatIsMissing(String call) {
        assertThatThrownBy(() -> Claim.call(call))
                .isInstanceOf(UnsupportedException.class)
                .hasMessageContaining(call.substring(0, call.indexOf('(')))
                .hasMessageContaining("mayfly-spatial");
    }
}
