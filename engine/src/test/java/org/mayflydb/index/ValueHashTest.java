package org.mayflydb.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mayflydb.json.JsonValue;

class ValueHashTest {
    /** The hash as a number of 128 bits. */
    private static String hash(String json) {
        byte[] bytes = ValueHash.of(JsonValue.parse(json));
        StringBuilder digits = new StringBuilder();
        for (int i = bytes.length - 1; i >= 0; i--) {
            digits.append(HexFormat.of().withUpperCase().toHexDigits(bytes[i]));
        }
        return digits.toString();
    }

    /** What the .NET client computes for the same values. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "null | 898EFBF2680DAEA39E24D6AE6653417D",
                "false | 6E88AA4242F017B7705F12581A61118F",
                "true | CD4D51AB869F071FF019C3E4A55C0125",
                "\"\" | A78446CF287029A585B395A161A2A9A1",
                "\"asdfasdfasdfasdfasdfasdf\" | 8F124368401E0B91AD580CA542E035DB",
                "1234 | A94BF61335C9FBA42C28D7D9895D1434",
                "[] | 7D54F729FF4A63FFA2EF3CA359538082",
                "[null] | 3E8E8C77472338352F80EA6235FB6E41",
                "[[null,false,true,1234,\"asdfasdfasdfasdfasdfasdf\"]] | C9F0AB8253C9A4654185473ED51BE7D3",
                "[null,false,true,1234,\"asdfasdfasdfasdfasdfasdf\"] | A9407916DE27F316CC5A8E4EB9AFD5E6",
                "{} | 14B86A60AA01A7381438743E80B965D8",
                "{\"prop\":{}} | 6E74776CB09FB1927E688A47BC64681A",
                "{\"prop\":[null,false,true,1234,\"asdfasdfasdfasdfasdfasdf\"]} | C1AA41CB08DEB168EF98714E1A7EFEC2",
                "{\"null\":null,\"false\":false,\"true\":true,\"cosmosNumber\":1234,\"cosmosString\":\"asdfasdfasdfasdfasdfasdf\"}"
                        + " | 3B6AA9F4F43AAEC0E48EBE2BC020D55C",
            })
    void theHashIsThatOfClients(String json, String expected) {
        assertThat(hash(json)).isEqualTo(expected);
    }

    @Test
    void theOrderOfMembersMakesNoDifference() {
        assertThat(hash("{\"a\":1,\"b\":[2]}")).isEqualTo(hash("{\"b\":[2],\"a\":1.0}"));
        assertThat(hash("[1,2]")).isNotEqualTo(hash("[2,1]"));
    }

    @Test
    void wholeNumbersBeyondThePrecisionOfADoubleDiffer() {
        assertThat(hash("[9007199254740993]")).isNotEqualTo(hash("[9007199254740992]"));
        assertThat(hash("[-9007199254740993]")).isNotEqualTo(hash("[9007199254740993]"));
        assertThat(hash("[9007199254740992]")).isEqualTo(hash("[9007199254740992.0]"));
    }
}
