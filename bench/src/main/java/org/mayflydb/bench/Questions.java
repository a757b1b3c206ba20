package org.mayflydb.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.mayflydb.index.Bound;
import org.mayflydb.index.TermPath;
import org.mayflydb.index.TermRanges;
import org.mayflydb.item.read.ListScope;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.key.DocumentNumbers;
import org.mayflydb.key.DocumentStretch;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.key.PartitionKeyHasher;

/** The questions that are measured, with values that are spread over the whole container. */
final class Questions {
    /** Enough that the blocks of their items are more than the block cache holds, where the container is that large. */
    private static final int SAMPLE = 20_000;

    private static final long SEED = 23;
    private static final int TOP = 20;
    private static final TermPath AMOUNT = TermPath.ITEM.member("amount");
    private static final int AMOUNT_MAX = 900;
    private static final TermPath QUANTITY = TermPath.ITEM.member("quantity");
    private static final int QUANTITIES = 100;

    private final Twins twins;

    Questions(Twins twins) {
        this.twins = twins;
    }

    /** Ten items of a logical partition, which the request names. */
    List<Question> ofOnePartitionKey() {
        return batches("SELECT * FROM c WHERE c.batch = @batch", true);
    }

    /** Ten items of a logical partition, which WHERE names. */
    List<Question> ofOneKeyInWhere() {
        return batches("SELECT * FROM c WHERE c.tenant = @tenant AND c.batch = @batch", false);
    }

    private List<Question> batches(String text, boolean scoped) {
        Random random = new Random(SEED);
        int batchItems = SampleItem.TENANTS * SampleItem.BATCH_ITEMS;
        List<Question> questions = new ArrayList<>();
        for (int i = 0; i < Math.min(SAMPLE, twins.live()); i++) {
            int number = random.nextInt(Math.max(1, twins.live() / batchItems * batchItems));
            PartitionKey key = PartitionKey.of(SampleItem.tenant(number));
            DocumentStretch stretch =
                    DocumentNumbers.stretch(twins.partitionKey(), PartitionKeyHasher.hash(twins.partitionKey(), key));
            int batch = SampleItem.batch(number);
            questions.add(Question.of(
                    text,
                    scoped ? Map.of("@batch", batch) : Map.of("@tenant", SampleItem.tenant(number), "@batch", batch),
                    scoped ? ListScope.of(key) : ListScope.ALL,
                    twins,
                    TermRanges.equalTo(TermPath.ITEM.member("batch"), JsonNumber.of(batch))
                            .within(stretch),
                    Integer.MAX_VALUE));
        }
        return questions;
    }

    /** The first twenty items above a value. */
    List<Question> firstAbove() {
        Random random = new Random(SEED);
        List<Question> questions = new ArrayList<>();
        for (int i = 0; i < Math.min(SAMPLE, twins.live()); i++) {
            double amount = random.nextInt(AMOUNT_MAX * 100) / 100.0;
            questions.add(Question.of(
                    "SELECT TOP 20 * FROM c WHERE c.amount > @amount ORDER BY c.amount",
                    Map.of("@amount", amount),
                    ListScope.ALL,
                    twins,
                    TermRanges.between(AMOUNT, Bound.excluding(JsonNumber.of(amount)), null),
                    TOP));
        }
        return questions;
    }

    /** The first twenty of all items. */
    List<Question> first() {
        return List.of(Question.of(
                "SELECT TOP 20 * FROM c ORDER BY c.amount",
                Map.of(),
                ListScope.ALL,
                twins,
                TermRanges.whole(AMOUNT),
                TOP));
    }

    /** How many have a value that a hundredth has. */
    List<Question> counts() {
        List<Question> questions = new ArrayList<>();
        for (int quantity = 0; quantity < QUANTITIES; quantity++) {
            questions.add(Question.of(
                    "SELECT VALUE COUNT(1) FROM c WHERE c.quantity = @quantity",
                    Map.of("@quantity", quantity),
                    ListScope.ALL,
                    twins,
                    TermRanges.equalTo(QUANTITY, JsonNumber.of(quantity)),
                    Integer.MAX_VALUE));
        }
        return questions;
    }
}
