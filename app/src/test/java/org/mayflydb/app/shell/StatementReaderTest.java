package org.mayflydb.app.shell;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatementReaderTest {
    @Test
    void queriesEndAtSemicolonsAndCommandsAtTheirLine() {
        assertThat(StatementReader.split("SELECT 1;\nSELECT\n 2 ;.use a/b\n.lag; \nSELECT 3"))
                .containsExactly("SELECT 1", "SELECT\n 2", ".use a/b", ".lag", "SELECT 3");
    }

    @Test
    void semicolonsInStringsAndCommentsEndNothing() {
        assertThat(StatementReader.split("SELECT ';' , \"a\\\";\" -- no; really\nFROM c; SELECT 2"))
                .containsExactly("SELECT ';' , \"a\\\";\" -- no; really\nFROM c", "SELECT 2");
    }

    @Test
    void theJsonOfAnItemMayHaveSeveralLines() {
        assertThat(
                        StatementReader.split(
                                ".insert {\n  \"id\": \"a;}\\\"\",\n  \"b\": [1]\n};\n.upsert\n[{}]\nSELECT 1; .insert file.json\n.help"))
                .containsExactly(
                        ".insert {\n  \"id\": \"a;}\\\"\",\n  \"b\": [1]\n}",
                        ".upsert\n[{}]",
                        "SELECT 1",
                        ".insert file.json",
                        ".help");
    }

    @Test
    void nothingIsNoStatement() {
        assertThat(StatementReader.split(" ;; \n -- only this\n;")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "  ",
                "SELECT 1;",
                ".help",
                "  .use a",
                "SELECT 1; -- done",
                "-- nothing",
                "SELECT ';';",
                ".insert {\"a\":1}",
                ".insert x"
            })
    void completeTextIsRun(String text) {
        assertThat(StatementReader.isComplete(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT",
                "SELECT ';",
                "SELECT 1; SELECT 2",
                "SELECT -- ;",
                "SELECT 1 'a\\';",
                ".insert {",
                ".upsert [{\"a\": \"}]\""
            })
    void whatGoesOnIsWaitedFor(String text) {
        assertThat(StatementReader.isComplete(text)).isFalse();
    }
}
