package org.mayflydb.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKeyDefinition;

class PatchTest {
    private static final PartitionKeyDefinition KEY = PartitionKeyDefinition.hash("/pk");

    /** What becomes of an item; quotation marks are single ones here. */
    private static String patched(String item, Patch patch) {
        PatchEdit edit = (PatchEdit) patch.edit(KEY);
        return edit.apply((JsonObject) JsonValue.parse(item.replace('\'', '"')))
                .toString()
                .replace('"', '\'');
    }

    private static Patch parse(String document) {
        return Patch.parse(document.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    private static void assertRefused(String item, Patch patch, String message) {
        assertThatThrownBy(() -> patched(item, patch))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining(message);
    }

    @Test
    void addPutsAMemberWhetherOrNotItIsThere() {
        assertThat(patched("{'a':1}", Patch.empty().add("/b", 2).add("/a", 3))).isEqualTo("{'a':3,'b':2}");
    }

    @Test
    void addInsertsAnElement() {
        assertThat(patched(
                        "{'a':[1,2]}",
                        Patch.empty().add("/a/1", 9).add("/a/3", 8).add("/a/-", 7)))
                .isEqualTo("{'a':[1,9,2,8,7]}");
    }

    @Test
    void setPutsAnElementInPlaceOfAnother() {
        assertThat(patched("{'a':[1,2]}", Patch.empty().set("/a/1", 9).set("/a/-", 8)))
                .isEqualTo("{'a':[1,9,8]}");
    }

    @Test
    void replaceNeedsWhatItReplaces() {
        assertThat(patched(
                        "{'a':[1],'b':{'c':null}}",
                        Patch.empty().replace("/a/0", 5).replace("/b/c", true)))
                .isEqualTo("{'a':[5],'b':{'c':true}}");
        assertRefused("{}", Patch.empty().replace("/a", 1), "For Operation(1): Node(a) to be replaced is absent");
        assertRefused("{'a':[]}", Patch.empty().replace("/a/0", 1), "Index(0) to operate on is out of array bounds");
    }

    @Test
    void removeClosesTheGap() {
        assertThat(patched("{'a':[1,2,3],'b':1}", Patch.empty().remove("/a/0").remove("/b")))
                .isEqualTo("{'a':[2,3]}");
        assertRefused(
                "{}", Patch.empty().set("/x", 1).remove("/a"), "For Operation(2): Node(a) to be removed is absent");
        assertRefused("{'a':[1]}", Patch.empty().remove("/a/1"), "out of array bounds");
        assertRefused("{'a':[1]}", Patch.empty().remove("/a/-"), "out of array bounds");
    }

    @Test
    void incrementAddsOrBegins() {
        assertThat(patched(
                        "{'n':1,'d':0.5,'a':[4]}",
                        Patch.empty()
                                .increment("/n", 2)
                                .increment("/d", 0.25)
                                .increment("/a/0", -5)
                                .increment("/new", 7)))
                .isEqualTo("{'n':3,'d':0.75,'a':[-1],'new':7}");
    }

    @Test
    void incrementKeepsWholeNumbersOfSixtyFourBits() {
        assertThat(patched("{'n':9007199254740993}", Patch.empty().increment("/n", 2)))
                .isEqualTo("{'n':9007199254740995}");
        assertThat(patched("{'n':9223372036854775807}", Patch.empty().increment("/n", 1)))
                .isEqualTo("{'n':9.223372036854776E18}");
    }

    @Test
    void incrementNeedsANumber() {
        assertRefused("{'n':'1'}", Patch.empty().increment("/n", 1), "Node(n) is not a number");
        assertRefused("{'n':null}", Patch.empty().increment("/n", 1), "Node(n) is not a number");
        assertRefused("{'n':1.7e308}", Patch.empty().increment("/n", 1.7e308), "beyond all numbers");
        assertRefused("{'a':[]}", Patch.empty().increment("/a/0", 1), "out of array bounds");
    }

    @Test
    void moveRemovesAndAdds() {
        assertThat(patched(
                        "{'a':{'b':1},'c':[1,2]}",
                        Patch.empty().move("/a/b", "/d").move("/c/1", "/c/0")))
                .isEqualTo("{'a':{},'c':[2,1],'d':1}");
        assertThat(patched("{'a':1,'b':2}", Patch.empty().move("/a", "/b"))).isEqualTo("{'b':1}");
        assertThat(patched("{'a':1,'b':2}", Patch.empty().move("/a", "/a"))).isEqualTo("{'a':1,'b':2}");
    }

    @Test
    void moveNeedsAPlaceToComeFromAndOneOutsideOfItToGoTo() {
        assertRefused("{}", Patch.empty().move("/a", "/b"), "Node(/a) to be removed is absent");
        assertRefused("{'a':{}}", Patch.empty().move("/a", "/a/b"), "cannot be inside");
    }

    @Test
    void noOperationMakesAWayToItsPlace() {
        assertRefused(
                "{}",
                Patch.empty().add("/no/child", 1),
                "For Operation(1): Add Operation can only create a child object of an existing node(array or object)"
                        + " and cannot create path recursively, no path found beyond: 'no'");
        assertRefused("{'a':1}", Patch.empty().set("/a/b", 1), "Given Operation can only create a child object");
        assertRefused("{'a':[]}", Patch.empty().add("/a/0/b", 1), "Index(0) to operate on is out of array bounds");
        assertRefused("{}", Patch.empty().increment("/a/b", 1), "cannot create path recursively");
    }

    @Test
    void operationsSeeThoseBeforeThem() {
        assertThat(patched(
                        "{}",
                        Patch.empty().add("/a", Map.of()).add("/a/b", List.of()).add("/a/b/-", 1)))
                .isEqualTo("{'a':{'b':[1]}}");
    }

    @Test
    void theTextOfWhatIsNotNamedStays() {
        assertThat(patched(
                        "{'n':1.000000000000000000001,'z':-0.0,'e':1E2}",
                        Patch.empty().set("/x", 1)))
                .isEqualTo("{'n':1.000000000000000000001,'z':-0.0,'e':1E2,'x':1}");
    }

    @Test
    void namesMayHoldSlashesAndTildes() {
        assertThat(patched("{'a/b':1,'~1':2}", Patch.empty().set("/a~1b", 3).set("/~01", 4)))
                .isEqualTo("{'a/b':3,'~1':4}");
        assertThat(Patch.empty().set("/a~1b/~01", 3).toJson().toString()).contains("\"/a~1b/~01\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "a/b", "/a~", "/a~2"})
    void aPathIsAPointer(String path) {
        assertThatThrownBy(() -> Patch.empty().set(path, 1)).isInstanceOf(BadRequestException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"01", "-1", "+1", " 1", "1.0", "x", "4294967296", "99999999999999999999"})
    void anIndexIsWrittenInOneWay(String index) {
        assertRefused("{'a':[1,2]}", Patch.empty().set("/a/" + index, 1), "out of array bounds");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/id", "/id/x", "/_ts", "/_etag", "/_rid", "/_self", "/_attachments"})
    void whatTheDatabaseWritesCannotBePatched(String path) {
        assertRefused("{}", Patch.empty().set(path, 1), "Cannot patch system property");
        assertRefused("{'x':1}", Patch.empty().move("/x", path), "Cannot patch system property");
        assertRefused("{'x':1}", Patch.empty().move(path, "/x"), "Cannot patch system property");
    }

    @Test
    void thePartitionKeyCannotBePatched() {
        assertRefused("{}", Patch.empty().set("/pk", 1), "partition key");
        assertRefused("{}", Patch.empty().remove("/pk/x"), "partition key");
    }

    @Test
    void thereAreOneToTenOperations() {
        Patch ten = Patch.empty();
        for (int i = 0; i < 10; i++) {
            ten = ten.set("/a" + i, i);
        }
        assertThat(patched("{}", ten)).contains("'a9':9");
        assertRefused("{}", ten.set("/b", 1), "cannot exceed 10");
        assertRefused("{}", Patch.empty(), "check syntax");
    }

    @Test
    void valuesCannotBeHeapedUpBeyondTheDepthOfAnItem() {
        String deep = "[".repeat(100) + "]".repeat(100);
        Patch patch = Patch.empty().set("/a", JsonValue.parse(deep)).set("/a" + "/-".repeat(1), JsonValue.parse(deep));
        assertThat(patched("{}", patch)).contains("[[[");
        String path = "/a" + "/0".repeat(60);
        assertRefused("{}", patch.set(path, JsonValue.parse(deep)), "nested deeper");
    }

    @Test
    void aDocumentIsReadAsClientsWriteIt() {
        String document = "{'condition':'from c where c.n > 1','operations':["
                + "{'op':'incr','path':'/n','value':1},{'value':{'a':1},'path':'/x','op':'set'},"
                + "{'op':'add','path':'/arr/-','value':3},{'op':'replace','path':'/z','value':null},"
                + "{'op':'remove','path':'/y','value':null},{'op':'move','from':'/q','path':'/w'}]}";
        assertThat(patched("{'n':2,'arr':[],'z':1,'y':1,'q':'Q'}", parse(document)))
                .isEqualTo("{'n':3,'arr':[3],'z':null,'x':{'a':1},'w':'Q'}");
        Patch read = parse(document);
        assertThat(Patch.parse(read.toJson().toBytes()).toString()).isEqualTo(read.toString());
    }

    @Test
    void aDocumentMayBeTheOperationsAlone() {
        assertThat(patched("{}", parse("[{'op':'add','path':'/a','value':1}]"))).isEqualTo("{'a':1}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1",
                "{}",
                "{'operations':{}}",
                "{'operations':[1]}",
                "{'operations':[{'op':'set','path':'/a'}]}",
                "{'operations':[{'op':'SET','path':'/a','value':1}]}",
                "{'operations':[{'op':'incr','path':'/a','value':'1'}]}",
                "{'operations':[{'op':'move','path':'/a'}]}",
                "{'operations':[{'op':'set','value':1}]}",
                "{'operations':[],'conditions':'from c'}",
                "{'operations':[],'condition':1}",
                "{'operations':[]"
            })
    void anythingElseIsRefused(String document) {
        assertThatThrownBy(() -> parse(document)).isInstanceOf(BadRequestException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "c.n = 1",
                "where c.n = 1",
                "from c where",
                "from c order by c.n",
                "from c group by c.n",
                "select * from c",
                "from c offset 0 limit 1",
                "from (select count(1) from c)"
            })
    void aConditionIsAFromAndAWhere(String condition) {
        Patch patch = Patch.empty().set("/a", 1).onlyIf(condition);
        assertThatThrownBy(() -> patch.edit(KEY)).isInstanceOf(BadRequestException.class);
    }
}
