package org.mayflydb.app.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonValue;

class RowPrinterTest {
    private final StringWriter text = new StringWriter();
    private final PrintWriter out = new PrintWriter(text);

    private static List<JsonValue> rows(String json) {
        return ((JsonArray) JsonValue.parse(json)).elements();
    }

    private String print(RowPrinter printer, String... pages) {
        for (String page : pages) {
            printer.page(rows(page));
        }
        printer.end();
        return text.toString().replace(System.lineSeparator(), "\n");
    }

    @Test
    void aTableHasNumbersAtTheRight() {
        assertThat(print(
                        new TablePrinter(out, false, Integer.MAX_VALUE),
                        "[{\"id\":\"a\",\"n\":5},{\"id\":\"long\",\"n\":100,\"x\":{\"y\":[1]}}]"))
                .isEqualTo("""
                        id    n    x
                        ----  ---  ---------
                        a       5
                        long  100  {"y":[1]}
                        """);
    }

    @Test
    void aTableGoesOnAsLongAsItsColumnsFit() {
        assertThat(print(
                        new TablePrinter(out, false, Integer.MAX_VALUE),
                        "[\"aa\"]",
                        "[\"b\"]",
                        "[\"wider than that\"]"))
                .isEqualTo("""
                        value
                        -----
                        aa
                        b
                        value
                        ---------------
                        wider than that
                        """);
    }

    @Test
    void whatTheDatabaseAddsToAWholeItemIsNotInItsTable() {
        assertThat(
                        print(
                                new TablePrinter(out, false, Integer.MAX_VALUE),
                                "[{\"id\":\"a\",\"_rid\":\"r\",\"_self\":\"s\",\"_etag\":\"e\",\"_attachments\":\"x\",\"_ts\":7}]"))
                .doesNotContain("_rid", "_etag")
                .contains("_ts");
    }

    @Test
    void whoAsksForAnETagSeesIt() {
        assertThat(print(new TablePrinter(out, false, Integer.MAX_VALUE), "[{\"_etag\":\"e\"}]"))
                .contains("_etag");
    }

    @Test
    void wideValuesAreCutForPeople() {
        assertThat(print(new TablePrinter(out, true, Integer.MAX_VALUE), "[\"" + "x".repeat(41) + "\"]"))
                .endsWith("x".repeat(37) + "...\n");
    }

    @Test
    void aTableIsNotWiderThanTheTerminal() {
        String row = "[{\"id\":\"a\",\"name\":\"" + "n".repeat(30) + "\",\"text\":\"" + "t".repeat(40) + "\"}]";
        String printed = print(new TablePrinter(out, true, 40), row);
        assertThat(printed).isEqualTo("""
                        id  name               text
                        --  -----------------  -----------------
                        a   nnnnnnnnnnnnnn...  tttttttttttttt...
                        """);
    }

    @Test
    void columnsThatDoNotFitAtAllAreNamed() {
        String printed = print(
                new TablePrinter(out, true, 20),
                "[{\"a\":1,\"bb\":\"" + "b".repeat(20) + "\",\"cc\":\"" + "c".repeat(20) + "\",\"dd\":\""
                        + "d".repeat(20) + "\"}]");
        assertThat(printed).startsWith("a  bb       cc\n-  -------  --------\n1  bbbb...  ccccc...\n");
        assertThat(printed).contains("Not shown for lack of room: dd.", ".view json");
    }

    @Test
    void wideLettersAreCutInTheirMiddleOnlyBetweenLetters() {
        assertThat(print(new TablePrinter(out, true, 10), "[{\"a\":1,\"b\":\"日本日本日本\"}]"))
                .contains("1  日本...");
    }

    @Test
    void wideLettersTakeTwoColumns() {
        assertThat(print(new TablePrinter(out, false, Integer.MAX_VALUE), "[{\"a\":\"日本\",\"b\":1}]"))
                .contains("日本  1");
        assertThat(text.toString()).contains("----  -");
    }

    @Test
    void controlCharactersDoNotReachTheTerminal() {
        assertThat(print(new TablePrinter(out, false, Integer.MAX_VALUE), "[\"a\\u001b[2J\\nb\"]"))
                .contains("a\\u001b[2J\\u000ab");
    }

    @Test
    void jsonIsOneArrayOverAllPages() {
        String printed = print(new JsonPrinter(out), "[{\"a\":[1,{}],\"b\":\"x\"}]", "[2.50]");
        assertThat(printed).isEqualTo("""
                        [
                          {
                            "a": [
                              1,
                              {}
                            ],
                            "b": "x"
                          },
                          2.50
                        ]
                        """);
    }

    @Test
    void noRowsAreAnEmptyArray() {
        assertThat(print(new JsonPrinter(out))).isEqualTo("[]\n");
    }

    @Test
    void csvHasAllColumnsAndQuotesWhatNeedsIt() {
        assertThat(print(new CsvPrinter(out), "[{\"a\":\"x,y\"}]", "[{\"a\":\"say \\\"hi\\\"\",\"b\":1}]"))
                .isEqualTo("""
                        a,b
                        "x,y",
                        "say ""hi""\",1
                        """);
    }

    @Test
    void jsonLinesHaveARowEach() {
        assertThat(print(new JsonLinesPrinter(out), "[{\"a\":1},null]")).isEqualTo("{\"a\":1}\nnull\n");
    }
}
