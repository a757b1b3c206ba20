package org.mayflydb.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.mayflydb.base.Invariant;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.Keyspace;
import org.mayflydb.query.QueryPage;

/** Lets the database answer questions, and bare RocksDB read the same entries and items. */
final class QueryDuel {
    /** What stands before the JSON in the record of an item. */
    private static final int ITEM_HEADER_BYTES = 55;

    private final Twins twins;
    private final RawDatabase raw;
    private final long roundNanos;
    private final byte[] itemPrefix;

    QueryDuel(Twins twins, BenchSettings settings) {
        this.twins = twins;
        this.raw = twins.raw();
        this.roundNanos = settings.roundNanos();
        this.itemPrefix = RawCommit.storedKey(twins.partitionNumber(), Keyspace.ITEM.prefix());
    }

    /** Questions for items; the limit reads the entries and then the items that they lead to. */
    QueryMeasurement items(String name, double aim, List<Question> questions) {
        return run(name, aim, questions, this::lookUp);
    }

    /** Questions for how many; the limit looks at the keys of all entries. */
    QueryMeasurement counts(String name, double aim, List<Question> questions) {
        return run(name, aim, questions, question -> raw.count(question.lower(), question.upper()));
    }

    private QueryMeasurement run(String name, double aim, List<Question> questions, ToLongFunction<Question> limit) {
        double rows = 0;
        double entries = 0;
        double items = 0;
        for (Question question : questions) {
            QueryPage page = twins.query(question.request());
            Invariant.check(size(page) == limit.applyAsLong(question), "both sides find the same");
            rows += page.rows().size();
            entries += page.metrics().entries();
            items += page.metrics().items();
        }
        int count = questions.size();
        Measurement measurement = Duel.run(
                name,
                twins.live(),
                aim,
                round(questions, question -> size(twins.query(question.request()))),
                round(questions, limit));
        return new QueryMeasurement(measurement, rows / count, entries / count, items / count);
    }

    /** Each side continues with the question after its last one. */
    private Supplier<Round> round(List<Question> questions, ToLongFunction<Question> answer) {
        int[] next = {0};
        return () -> Round.timed(threadIndex -> {
            long end = System.nanoTime() + roundNanos;
            long found = 0;
            long operations = 0;
            do {
                found += answer.applyAsLong(questions.get(next[0]));
                next[0] = (next[0] + 1) % questions.size();
                operations++;
                // A short round may consist of questions to which the answer is nothing.
            } while (System.nanoTime() < end || (found == 0 && operations < questions.size()));
            Invariant.check(found > 0, "something was found");
            return operations;
        });
    }

    /** The length of all items in the answer, or the number that it consists of. */
    private static long size(QueryPage page) {
        long size = 0;
        for (JsonValue row : page.rows()) {
            if (row instanceof JsonObject object) {
                size += Invariant.present(object.textLength(), "items are not taken apart");
            } else if (row instanceof JsonNumber number) {
                size += (long) number.doubleValue();
            }
        }
        return size;
    }

    private long lookUp(Question question) {
        List<byte[]> locators = new ArrayList<>();
        raw.iterate(question.lower(), question.upper(), (key, value) -> {
            locators.add(value);
            return locators.size() < question.entriesMax();
        });
        long size = 0;
        for (byte[] locator : locators) {
            byte[] key = new byte[itemPrefix.length + locator.length];
            System.arraycopy(itemPrefix, 0, key, 0, itemPrefix.length);
            System.arraycopy(locator, 0, key, itemPrefix.length, locator.length);
            size += Invariant.present(raw.get(key), "what is indexed exists").length - ITEM_HEADER_BYTES;
        }
        return size;
    }
}
