package org.mayflydb.bench;

import java.util.LinkedHashMap;
import java.util.Map;
import org.mayflydb.base.Invariant;
import org.mayflydb.index.IndexRange;
import org.mayflydb.item.read.ListScope;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.QueryRequest;

/**
 * What the database is asked, and the entries of the index that nobody can do without who knows the answer from an index.
 *
 * @param lower the first of these entries, as RocksDB has it
 * @param upper what follows the last one that could be among them
 * @param entriesMax how many of them are needed
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Question(QueryRequest request, byte[] lower, byte[] upper, int entriesMax) {
    private static final int PAGE_ROWS = 1000;

    static Question of(
            String text, Map<String, Object> parameters, ListScope scope, Twins twins, IndexRange entries, int max) {
        QueryRequest request = new QueryRequest(text, values(parameters), scope, PAGE_ROWS, null);
        int partition = twins.partitionNumber();
        byte[] upper = Invariant.present(entries.keys().upper(), "the index is not the last range of a partition");
        return new Question(
                request,
                RawCommit.storedKey(partition, entries.keys().lower()),
                RawCommit.storedKey(partition, upper),
                max);
    }

    private static Map<String, JsonValue> values(Map<String, Object> parameters) {
        Map<String, JsonValue> values = new LinkedHashMap<>();
        parameters.forEach((name, value) -> values.put(name, JsonValue.of(value)));
        return values;
    }
}
