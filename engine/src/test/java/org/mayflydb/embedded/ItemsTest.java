package org.mayflydb.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mayflydb.embedded.Shop.KEY;
import static org.mayflydb.embedded.Shop.START;
import static org.mayflydb.embedded.Shop.item;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.ConflictException;
import org.mayflydb.base.MayflyException;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.base.PreconditionFailedException;
import org.mayflydb.item.write.ItemConditions;
import org.mayflydb.item.write.ItemResult;
import org.mayflydb.item.write.WriteOptions;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.key.ResourceId;

/** What can be done with items when nothing expires. */
class ItemsTest {
    private final Shop shop = new Shop();
    private final Container container = shop.container(null);

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void memberOrderAndTheTextOfNumbersAreKept() {
        String json =
                "{\"z\":1.0,\"id\":\"a\",\"big\":12345678901234567890,\"e\":1E+2,\"pk\":\"p\",\"s\":\"\\u00e9é\"}";
        String expected = json.substring(0, json.length() - 1) + ",\"_rid\":";
        assertThat(container.create(json).json()).startsWith(expected);
        assertThat(container.read("a", KEY).json()).startsWith(expected);
    }

    @Test
    void whitespaceBetweenTokensIsNotStored() {
        assertThat(container
                        .create(" { \"id\" : \"a\" ,\n\t\"pk\":\"p\", \"x\": [ 1 , \"a b\" ] } ")
                        .json())
                .startsWith("{\"id\":\"a\",\"pk\":\"p\",\"x\":[1,\"a b\"],\"_rid\":");
    }

    @Test
    void ofDuplicateNamesTheLastOneCounts() {
        Item created = container.create(
                "{\"id\":\"x\",\"pk\":\"q\",\"n\":1.0,\"id\":\"a\",\"o\":{\"b\":1,\"b\":2},\"pk\":\"p\"}");
        assertThat(created.json()).startsWith("{\"id\":\"a\",\"pk\":\"p\",\"n\":1.0,\"o\":{\"b\":2},\"_rid\":");
        assertThat(container.read("a", KEY).json()).isEqualTo(created.json());
    }

    @Test
    void systemPropertiesComeLastAndReplaceWhatTheClientSent() {
        Item created = container.create("{\"_rid\":\"x\",\"id\":\"a\",\"_etag\":null,\"pk\":\"p\",\"_self\":1,"
                + "\"_attachments\":[],\"_ts\":{\"a\":1}}");
        String rid = (String) Objects.requireNonNull(created.toMap().get("_rid"));
        ResourceId parsed = Objects.requireNonNull(ResourceId.parse(rid));
        assertThat(created.json())
                .isEqualTo("{\"id\":\"a\",\"pk\":\"p\",\"_rid\":\"" + rid
                        + "\",\"_self\":\"dbs/" + parsed.parentDatabase() + "/colls/" + parsed.parentContainer()
                        + "/docs/" + rid + "/\",\"_etag\":\"" + created.etag().replace("\"", "\\\"")
                        + "\",\"_attachments\":\"attachments/\",\"_ts\":" + START + "}");
        assertThat(rid).endsWith("AEBAAAAACVHBw==");
        assertThat(created.etag()).matches("\"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\"");
    }

    @Test
    void anItemKeepsItsResourceIdWhenItIsReplacedAndGetsANewEtag() {
        Item created = container.create(item("a"));
        Item replaced = container.replace("a", item("a"));
        assertThat(replaced.toMap().get("_rid")).isEqualTo(created.toMap().get("_rid"));
        assertThat(replaced.etag()).isNotEqualTo(created.etag());
    }

    @Test
    void resourceIdsOfNewItemsIncreaseWithinALogicalPartition() {
        String first = (String) container.create(item("b")).toMap().get("_rid");
        String second = (String) container.create(item("a")).toMap().get("_rid");
        assertThat(first).endsWith("AEBAAAAACVHBw==");
        assertThat(second).endsWith("AECAAAAACVHBw==");
    }

    @Test
    void anIdIsTakenOncePerLogicalPartition() {
        container.create(item("a"));
        container.create("{\"id\":\"a\",\"pk\":\"q\"}");
        assertThatThrownBy(() -> container.create(item("a")))
                .isInstanceOf(ConflictException.class)
                .hasMessage("Resource with specified id or name already exists.")
                .extracting(failure -> ((MayflyException) failure).status())
                .isEqualTo(409);
    }

    @Test
    void whatIsNotThereCannotBeReadReplacedOrDeleted() {
        assertThatThrownBy(() -> container.read("a", KEY))
                .isInstanceOf(NotFoundException.class)
                .hasMessage("Resource Not Found. Learn more: https://aka.ms/cosmosdb-tsg-not-found");
        assertThatThrownBy(() -> container.replace("a", item("a"))).isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> container.delete("a", KEY)).isInstanceOf(NotFoundException.class);
    }

    @Test
    void aDeletedItemIsGoneAndItsIdIsFree() {
        container.create(item("a"));
        container.delete("a", KEY);
        assertThat(container.find("a", KEY)).isEmpty();
        container.create(item("a"));
    }

    @Test
    void anUpsertSaysWhetherItCreated() {
        var items = shop.mayfly.engine().items("shop", container.id());
        byte[] json = item("a").getBytes(StandardCharsets.UTF_8);
        assertThat(items.writer().upsert(json, WriteOptions.NONE).join().outcome())
                .isEqualTo(ItemResult.Outcome.CREATED);
        assertThat(items.writer().upsert(json, WriteOptions.NONE).join().outcome())
                .isEqualTo(ItemResult.Outcome.REPLACED);
    }

    @Test
    void aStaleEtagIsRefused() {
        String first = container.create(item("a")).etag();
        String second =
                container.replace("a", item("a"), WriteOptions.ifMatch(first)).etag();
        assertThatThrownBy(() -> container.replace("a", item("a"), WriteOptions.ifMatch(first)))
                .isInstanceOf(PreconditionFailedException.class);
        assertThatThrownBy(() -> container.upsert(item("a"), WriteOptions.ifMatch(first)))
                .isInstanceOf(PreconditionFailedException.class);
        assertThatThrownBy(() -> container.delete("a", KEY, ItemConditions.ifMatch(first)))
                .isInstanceOf(PreconditionFailedException.class);
        container.delete("a", KEY, ItemConditions.ifMatch(second));
    }

    @Test
    void whoHasTheNewestVersionIsToldSo() {
        String etag = container.create(item("a")).etag();
        var items = shop.mayfly.engine().items("shop", container.id());
        ItemResult read = items.reads().read("a", KEY, ItemConditions.ifNoneMatch(etag));
        assertThat(read.outcome()).isEqualTo(ItemResult.Outcome.NOT_MODIFIED);
        assertThat(read.item()).isNull();
        assertThat(items.reads()
                        .read("a", KEY, ItemConditions.ifNoneMatch("\"other\""))
                        .item())
                .isNotNull();
    }

    @Test
    void theKeyGivenMustBeTheOneInTheItem() {
        WriteOptions wrong = WriteOptions.NONE.withPartitionKey(PartitionKey.of("q"));
        assertThatThrownBy(() -> container.create(item("a"), wrong))
                .isInstanceOf(BadRequestException.class)
                .satisfies(failure ->
                        assertThat(((MayflyException) failure).subStatus()).isEqualTo(1001));
    }

    @Test
    void replacingAnItemByOneWithAnotherIdRenamesIt() {
        Object rid = container.create(item("a")).toMap().get("_rid");
        Item renamed = container.replace("a", item("b"));
        assertThat(renamed.toMap()).containsEntry("id", "b").containsEntry("_rid", rid);
        assertThatThrownBy(() -> container.read("a", KEY)).isInstanceOf(NotFoundException.class);
        assertThat(container.read("b", KEY).json()).isEqualTo(renamed.json());
    }

    @Test
    void anItemCannotTakeTheIdOfAnother() {
        container.create(item("a"));
        container.create(item("b"));
        assertThatThrownBy(() -> container.replace("a", item("b"))).isInstanceOf(BadRequestException.class);
        assertThat(container.read("a", KEY).toMap()).containsEntry("id", "a");
    }

    @Test
    void replacingAMissingItemIsNotFoundEvenWithTheWrongKey() {
        WriteOptions wrong = WriteOptions.NONE.withPartitionKey(PartitionKey.of("q"));
        assertThatThrownBy(() -> container.replace("a", item("a"), wrong)).isInstanceOf(NotFoundException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "[]",
                "\"id\"",
                "{}",
                "{\"pk\":\"p\"}",
                "{\"id\":1}",
                "{\"id\":null}",
                "{\"id\":\"\"}",
                "{\"id\":\"a\"",
                "{\"id\":\"a\"}}",
                "{\"id\":\"a\"} {}",
                "{\"id\":\"a\",\"x\":NaN}",
                "{\"id\":\"a\",\"x\":01}",
                "{'id':'a'}"
            })
    void whatIsNotAnItemIsRefused(String json) {
        assertThatThrownBy(() -> container.create(json)).isInstanceOf(BadRequestException.class);
        assertThat(container.usage().items()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"p\"", "5", "5.5", "true", "false", "null", "{\"o\":1}", "[1]"})
    void partitionKeysAreOfEveryKind(String value) {
        container.create("{\"id\":\"a\",\"pk\":" + value + "}");
        PartitionKey key = value.startsWith("{") || value.startsWith("[")
                ? PartitionKey.NONE
                : PartitionKey.parse("[" + value + "]");
        assertThat(container.find("a", key)).isPresent();
        assertThat(container.find("a", PartitionKey.of("other"))).isEmpty();
    }

    @Test
    void aMissingPartitionKeyIsAKeyOfItsOwn() {
        container.create("{\"id\":\"a\"}");
        assertThat(container.find("a", PartitionKey.NONE)).isPresent();
        assertThat(container.find("a", PartitionKey.parse("[null]"))).isEmpty();
    }

    @Test
    void longKeysThatHashAlikeAreDifferentKeys() {
        Container container = shop.database.createContainer(ContainerSpec.named("v1")
                .property("partitionKey", "{\"paths\":[\"/pk\"],\"kind\":\"Hash\",\"version\":1}"));
        String key = "k".repeat(263);
        container.create(Map.of("id", "a", "pk", key));
        container.create(Map.of("id", "b", "pk", key + "k"));
        assertThat(container.list(PartitionKey.of(key), 10, null).items()).hasSize(1);
        assertThat(container.find("a", PartitionKey.of(key))).isPresent();
        assertThat(container.find("a", PartitionKey.of(key + "k"))).isEmpty();
    }

    @Test
    void aKeyThatNoItemCanHaveFindsNoneThatHashesLikeIt() {
        Container container = shop.database.createContainer(ContainerSpec.named("v1")
                .property("partitionKey", "{\"paths\":[\"/pk\"],\"kind\":\"Hash\",\"version\":1}"));
        String longest = "k".repeat(2048);
        container.create(Map.of("id", "a", "pk", longest));
        container.create(Map.of("id", "a", "pk", "?"));
        assertThat(container.find("a", PartitionKey.of(longest))).isPresent();
        for (String key : List.of(longest + "k", "\uD800")) {
            assertThatThrownBy(() -> container.read("a", PartitionKey.of(key))).isInstanceOf(BadRequestException.class);
            assertThatThrownBy(() -> container.delete("a", PartitionKey.of(key)))
                    .isInstanceOf(BadRequestException.class);
            assertThatThrownBy(() -> container.list(PartitionKey.of(key), 10, null))
                    .isInstanceOf(BadRequestException.class);
        }
    }

    @Test
    void equalNumbersAreOneKeyHoweverTheyAreWritten() {
        container.create("{\"id\":\"a\",\"pk\":5}");
        assertThat(container.find("a", PartitionKey.of(5.0))).isPresent();
        assertThatThrownBy(() -> container.create("{\"id\":\"a\",\"pk\":5e0}")).isInstanceOf(ConflictException.class);
    }

    @Test
    void hierarchicalKeysAreListedByTheirFirstLevels() {
        Container tenants = shop.database.createContainer(ContainerSpec.named("h")
                .partitionKey("/tenant", "/user", "/session")
                .throughput(30_000));
        for (int i = 0; i < 30; i++) {
            tenants.create(Map.of("id", "i" + i, "tenant", "t" + i % 2, "user", "u" + i % 3, "session", i));
        }
        assertThat(tenants.find("i7", PartitionKey.of("t1", "u1", 7))).isPresent();
        assertThat(tenants.list(PartitionKey.of("t1"), 100, null).items()).hasSize(15);
        assertThat(tenants.list(PartitionKey.of("t1", "u1"), 100, null).items()).hasSize(5);
        assertThatThrownBy(() -> tenants.read("i7", PartitionKey.of("t1"))).isInstanceOf(BadRequestException.class);
    }

    @Test
    void nestedPartitionKeyPathsAreFollowed() {
        Container nested =
                shop.database.createContainer(ContainerSpec.named("n").partitionKey("/a/b"));
        nested.create("{\"id\":\"a\",\"a\":{\"b\":\"x\"}}");
        assertThat(nested.find("a", PartitionKey.of("x"))).isPresent();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void listingGoesOnWhereItStoppedAndMissesNothing(int partitions) {
        Container many = shop.database.createContainer(
                ContainerSpec.named("many").partitionKey("/pk").throughput(partitions * 10_000));
        Set<String> expected = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            many.create("{\"id\":\"i" + i + "\",\"pk\":" + i % 17 + "}");
            expected.add("i" + i);
        }
        List<String> seen = new ArrayList<>();
        String continuation = null;
        do {
            Page page = many.list(null, 7, continuation);
            assertThat(page.items()).hasSizeLessThanOrEqualTo(7);
            page.items().forEach(found -> seen.add((String) found.toMap().get("id")));
            continuation = page.continuation();
        } while (continuation != null);
        assertThat(seen).doesNotHaveDuplicates().hasSize(100);
        assertThat(new HashSet<>(seen)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "AQAAAAE", "AQAAAAEQAAAAAA", "####"})
    void aContinuationThatIsNoneIsRefused(String continuation) {
        assertThatThrownBy(() -> container.list(null, 1, continuation))
                .isInstanceOf(BadRequestException.class)
                .hasMessage("Invalid Continuation Token");
    }

    @Test
    void uniqueKeysHoldWithinALogicalPartition() {
        Container unique = shop.database.createContainer(ContainerSpec.named("u")
                .partitionKey("/pk")
                .uniqueKey("/a", "/b")
                .uniqueKey("/c"));
        unique.create("{\"id\":\"1\",\"pk\":\"p\",\"a\":1,\"b\":1,\"c\":1}");
        unique.create("{\"id\":\"2\",\"pk\":\"p\",\"a\":1,\"b\":2,\"c\":2}");
        unique.create("{\"id\":\"3\",\"pk\":\"q\",\"a\":1,\"b\":1,\"c\":1}");
        for (String taken : List.of("\"a\":1.0,\"b\":1,\"c\":9", "\"a\":9,\"b\":9,\"c\":1")) {
            assertThatThrownBy(() -> unique.create("{\"id\":\"4\",\"pk\":\"p\"," + taken + "}"))
                    .isInstanceOf(ConflictException.class)
                    .hasMessage("Unique index constraint violation.");
        }
        unique.replace("1", "{\"id\":\"1\",\"pk\":\"p\",\"a\":1,\"b\":1,\"c\":5}");
        unique.create("{\"id\":\"4\",\"pk\":\"p\",\"a\":9,\"b\":9,\"c\":1}");
        assertThatThrownBy(() -> unique.replace("1", "{\"id\":\"1\",\"pk\":\"p\",\"a\":1,\"b\":2,\"c\":5}"))
                .isInstanceOf(ConflictException.class);
    }

    @Test
    void aMissingUniqueValueCountsAsNull() {
        Container unique = shop.database.createContainer(
                ContainerSpec.named("u").partitionKey("/pk").uniqueKey("/a"));
        unique.create("{\"id\":\"1\",\"pk\":\"p\"}");
        assertThatThrownBy(() -> unique.create("{\"id\":\"2\",\"pk\":\"p\",\"a\":null}"))
                .isInstanceOf(ConflictException.class);
    }

    record Order(String id, String pk, int amount) {}

    @Test
    void objectsOfTheProgramGoThroughTheMapper() {
        ObjectMapper jackson = new ObjectMapper()
                .configure(com.fasterxml.jackson.databind.DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);
        try (Mayfly mayfly = Mayfly.builder()
                .mapper(ItemMapper.of(jackson::writeValueAsBytes, jackson::readValue))
                .inMemory()) {
            Container orders = mayfly.createDatabase("d")
                    .createContainer(ContainerSpec.named("orders").partitionKey("/pk"));
            Order order = new Order("o1", "p", 5);
            orders.create(order);
            assertThat(orders.read("o1", KEY).as(Order.class)).isEqualTo(order);
        }
    }

    @Test
    void withoutAMapperAnObjectIsRefusedClearly() {
        assertThatThrownBy(() -> container.create(new Order("o", "p", 1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("mapper");
    }
}
