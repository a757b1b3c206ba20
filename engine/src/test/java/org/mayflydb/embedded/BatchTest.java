package org.mayflydb.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mayflydb.embedded.Shop.KEY;
import static org.mayflydb.embedded.Shop.START;
import static org.mayflydb.embedded.Shop.isVisible;
import static org.mayflydb.embedded.Shop.item;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.TooLargeException;
import org.mayflydb.batch.BatchResult;
import org.mayflydb.batch.OperationResult;
import org.mayflydb.item.write.ItemConditions;
import org.mayflydb.patch.Patch;

/** Transactional batches: all or nothing, in order, at once. */
class BatchTest {
    private final Shop shop = new Shop();
    private final Container container = shop.container(null);
    private final Container expiring = shop.container(10);

    @AfterEach
    void close() {
        shop.close();
    }

    private static List<Integer> statuses(BatchResult result) {
        return result.results().stream().map(OperationResult::status).toList();
    }

    private static String json(BatchResult result, int index) {
        OperationResult one = result.results().get(index);
        return one.item() == null ? "" : one.item().jsonText();
    }

    @Test
    void everyKindOfOperationIsDoneInOrder() {
        container.create(item("old"));
        BatchResult result = container
                .batch(KEY)
                .create(item("a"))
                .upsert("{\"id\":\"b\",\"pk\":\"p\",\"n\":1}")
                .upsert("{\"id\":\"b\",\"pk\":\"p\",\"n\":2}")
                .replace("a", "{\"id\":\"a\",\"pk\":\"p\",\"x\":1}")
                .patch("b", Patch.empty().increment("/n", 5))
                .read("b")
                .delete("old")
                .execute();
        assertThat(statuses(result)).containsExactly(201, 201, 200, 200, 200, 200, 204);
        assertThat(result.isSuccess()).isTrue();
        assertThat(json(result, 5)).contains("\"n\":7").isEqualTo(json(result, 4));
        assertThat(container.read("b", KEY).json()).isEqualTo(json(result, 5));
        assertThat(container.read("a", KEY).json()).isEqualTo(json(result, 3)).contains("\"x\":1");
        assertThat(isVisible(container, "old")).isFalse();
    }

    @Test
    void theOneThatFailsSaysWhyAndTheOthersThatTheyDepend() {
        container.create(item("there"));
        String before = container.read("there", KEY).json();
        BatchResult result = container
                .batch(KEY)
                .create(item("a"))
                .patch("there", Patch.empty().set("/n", 1))
                .create(item("there"))
                .delete("there")
                .execute();
        assertThat(statuses(result)).containsExactly(424, 424, 409, 424);
        assertThat(result.isSuccess()).isFalse();
        assertThat(isVisible(container, "a")).isFalse();
        assertThat(container.read("there", KEY).json()).isEqualTo(before);
        assertThat(container.usage().items()).isEqualTo(1);
    }

    @Test
    void whatIsRefusedAtAGlanceFailsInItsTurn() {
        container.create(item("there"));
        assertThat(statuses(container
                        .batch(KEY)
                        .create("no JSON")
                        .create(item("there"))
                        .execute()))
                .containsExactly(400, 424);
        assertThat(statuses(container
                        .batch(KEY)
                        .create(item("there"))
                        .create("no JSON")
                        .execute()))
                .containsExactly(409, 424);
    }

    @Test
    void anItemOfAnotherKeyIsRefused() {
        BatchResult result = container
                .batch(KEY)
                .create(item("a"))
                .create("{\"id\":\"b\",\"pk\":\"q\"}")
                .execute();
        assertThat(statuses(result)).containsExactly(424, 400);
        assertThat(result.results().get(1).subStatus()).isEqualTo(1001);
    }

    @Test
    void conditionsAreAskedOfWhatTheBatchHasMade() {
        String etag = container.create(item("a")).etag();
        BatchResult stale = container
                .batch(KEY)
                .patch("a", Patch.empty().set("/n", 1), ItemConditions.ifMatch(etag))
                .delete("a", ItemConditions.ifMatch(etag))
                .execute();
        assertThat(statuses(stale)).containsExactly(424, 412);
        BatchResult conditional = container
                .batch(KEY)
                .upsert("{\"id\":\"a\",\"pk\":\"p\",\"n\":1}", ItemConditions.ifMatch(etag))
                .patch("a", Patch.empty().increment("/n", 1).onlyIf("FROM c WHERE c.n = 1"))
                .patch("a", Patch.empty().increment("/n", 1).onlyIf("FROM c WHERE c.n = 1"))
                .execute();
        assertThat(statuses(conditional)).containsExactly(424, 424, 412);
        assertThat(conditional.results().get(2).subStatus()).isEqualTo(1110);
    }

    @Test
    void everyWriteHasItsOwnETagAndAllShareTheSecond() {
        BatchResult result = container
                .batch(KEY)
                .create(item("a"))
                .create(item("b"))
                .upsert(item("a"))
                .execute();
        assertThat(result.results().stream().map(OperationResult::etag)).doesNotHaveDuplicates();
        assertThat(container.query("SELECT VALUE c._ts FROM c").rows())
                .extracting(Row::json)
                .containsExactly(Long.toString(START), Long.toString(START));
    }

    @Test
    void aNameMayBeTakenAndGivenUpWithinABatch() {
        BatchResult result = container
                .batch(KEY)
                .create(item("a"))
                .delete("a")
                .create("{\"id\":\"a\",\"pk\":\"p\",\"n\":2}")
                .read("a")
                .execute();
        assertThat(statuses(result)).containsExactly(201, 204, 201, 200);
        assertThat(container.query("SELECT * FROM c WHERE c.n = 2").rows()).hasSize(1);
        assertThat(container.usage().items()).isEqualTo(1);
    }

    @Test
    void uniqueValuesMayChangeHandsWithinABatch() {
        Container unique = shop.database.createContainer(
                ContainerSpec.named("u").partitionKey("/pk").uniqueKey("/mail"));
        unique.create("{\"id\":\"a\",\"pk\":\"p\",\"mail\":1}");
        assertThat(statuses(unique.batch(KEY)
                        .patch("a", Patch.empty().set("/mail", 2))
                        .create("{\"id\":\"b\",\"pk\":\"p\",\"mail\":1}")
                        .create("{\"id\":\"c\",\"pk\":\"p\",\"mail\":2}")
                        .execute()))
                .containsExactly(424, 424, 409);
        assertThat(unique.batch(KEY)
                        .patch("a", Patch.empty().set("/mail", 2))
                        .create("{\"id\":\"b\",\"pk\":\"p\",\"mail\":1}")
                        .execute()
                        .isSuccess())
                .isTrue();
    }

    @Test
    void thereAreOneToAHundredOperations() {
        Batch hundred = container.batch(KEY);
        for (int i = 0; i < 100; i++) {
            hundred.create(item("i" + i));
        }
        assertThat(hundred.execute().isSuccess()).isTrue();
        hundred.read("i0");
        assertThatThrownBy(hundred::execute).isInstanceOf(BadRequestException.class);
        assertThatThrownBy(() -> container.batch(KEY).execute()).isInstanceOf(BadRequestException.class);
    }

    @Test
    void whatIsSentIsBounded() {
        String large = "{\"id\":\"a\",\"pk\":\"p\",\"t\":\"" + "x".repeat(1_500_000) + "\"}";
        assertThatThrownBy(
                        () -> container.batch(KEY).upsert(large).upsert(large).execute())
                .isInstanceOf(TooLargeException.class);
    }

    @Test
    void whatIsAnsweredIsBounded() {
        container.create("{\"id\":\"a\",\"pk\":\"p\",\"t\":\"" + "x".repeat(1_900_000) + "\"}");
        assertThat(container.batch(KEY).read("a").read("a").execute().isSuccess())
                .isTrue();
        BatchResult result = container
                .batch(KEY)
                .read("a")
                .patch("a", Patch.empty().set("/n", 1))
                .read("a")
                .execute();
        assertThat(statuses(result)).containsExactly(424, 424, 413);
        assertThat(result.results().get(2).subStatus()).isEqualTo(3402);
        assertThat(container.read("a", KEY).json()).doesNotContain("\"n\"");
    }

    @Test
    void whatIsWrittenIsBounded() {
        StringBuilder many = new StringBuilder();
        for (int i = 0; i < 4000; i++) {
            many.append(",\"m").append(i).append("\":").append(i);
        }
        for (int i = 0; i < 30; i++) {
            container.create("{\"id\":\"i" + i + "\",\"pk\":\"p\"" + many + "}");
        }
        Batch batch = container.batch(KEY);
        for (int i = 0; i < 30; i++) {
            batch.delete("i" + i);
        }
        BatchResult result = batch.execute();
        assertThat(result.results()).extracting(OperationResult::subStatus).contains(3401);
        assertThat(container.usage().items()).isEqualTo(30);
    }

    /** The numbers are those of the cases about time to live. */
    @Test
    void case34AnInvalidTtlFailsTheBatch() {
        BatchResult result =
                expiring.batch(KEY).create(item("a")).create(item("b", "0")).execute();
        assertThat(statuses(result)).containsExactly(424, 400);
        assertThat(isVisible(expiring, "a")).isFalse();
    }

    @Test
    void case56WritesOfABatchRestartTheCountdown() {
        expiring.create(item("a"));
        expiring.create(item("b"));
        shop.pass(9);
        expiring.batch(KEY)
                .upsert(item("a"))
                .patch("b", Patch.empty().set("/n", 1))
                .execute();
        shop.pass(9);
        assertThat(isVisible(expiring, "a")).isTrue();
        assertThat(isVisible(expiring, "b")).isTrue();
        shop.pass(1);
        assertThat(isVisible(expiring, "a")).isFalse();
        assertThat(isVisible(expiring, "b")).isFalse();
    }

    @Test
    void anExpiredItemIsAbsentForEveryOperation() {
        expiring.create(item("a"));
        shop.pass(10);
        assertThat(statuses(expiring.batch(KEY).read("a").execute())).containsExactly(404);
        assertThat(statuses(expiring.batch(KEY).delete("a").execute())).containsExactly(404);
        assertThat(statuses(expiring.batch(KEY)
                        .create(item("b"))
                        .patch("a", Patch.empty().set("/n", 1))
                        .execute()))
                .containsExactly(424, 404);
        assertThat(statuses(expiring.batch(KEY).create(item("a")).read("a").execute()))
                .containsExactly(201, 200);
    }

    @Test
    void aBatchThatFailsLeavesWhatHadExpiredAsItWas() {
        expiring.create(item("a"));
        shop.pass(10);
        assertThat(expiring.batch(KEY).create(item("a")).read("none").execute().isSuccess())
                .isFalse();
        expiring.removeDefaultTtl();
        assertThat(isVisible(expiring, "a")).isTrue();
    }

    @Test
    void theItemsOfABatchArePurgedLikeOthers() {
        Batch batch = expiring.batch(KEY);
        for (int i = 0; i < 20; i++) {
            batch.create(item("i" + i, i % 2 == 0 ? "5" : null));
        }
        batch.execute();
        shop.pass(5);
        assertThat(expiring.usage().items()).isEqualTo(10);
        assertThat(expiring.purge(3).items()).isEqualTo(3);
        assertThat(expiring.purge(100).items()).isEqualTo(7);
        shop.pass(5);
        assertThat(expiring.purge(4).items()).isEqualTo(4);
        assertThat(expiring.purge(100).items()).isEqualTo(6);
        assertThat(expiring.purgeLag().items()).isZero();
    }
}
