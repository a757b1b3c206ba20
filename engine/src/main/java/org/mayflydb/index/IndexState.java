package org.mayflydb.index;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.base.MayflyException;
import org.mayflydb.catalog.IndexingPolicy;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/**
 * By which policies the entries of a partition were made. Each item has the entries of exactly one of them; those up to the
 * cursor have those of the newest.
 *
 * @param policies from the oldest to the newest, no two of which make the same entries
 * @param cursor the key of the last item that a rebuild has been at; null at its beginning, and if there is none
 * @param done how many items the rebuild has been at
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record IndexState(List<IndexRules> policies, byte @Nullable [] cursor, long done) {
    IndexState {
        policies = List.copyOf(policies);
    }

    static IndexState of(IndexRules rules) {
        return new IndexState(List.of(rules), null, 0);
    }

    IndexRules newest() {
        return policies.get(policies.size() - 1);
    }

    boolean isRebuilding() {
        return policies.size() > 1;
    }

    /** The state in which these rules are to be in force: a rebuild begins. */
    IndexState changedTo(IndexRules rules) {
        List<IndexRules> changed = new ArrayList<>();
        for (IndexRules policy : policies) {
            if (!policy.makesSameEntriesAs(rules)) {
                changed.add(policy);
            }
        }
        changed.add(rules);
        return new IndexState(changed, null, 0);
    }

    IndexState at(byte[] lastItemKey, long itemsDone) {
        return new IndexState(policies, lastItemKey, itemsDone);
    }

    IndexState finished() {
        return of(newest());
    }

    byte[] encode() {
        List<JsonValue> texts = new ArrayList<>();
        policies.forEach(rules -> texts.add(rules.policy().toJson()));
        JsonObject.Builder json = JsonObject.builder().put("policies", new JsonArray(texts));
        if (cursor != null) {
            json.put("cursor", HexFormat.of().formatHex(cursor)).put("done", done);
        }
        return json.build().toBytes();
    }

    /**
     * Reads what {@link #encode} wrote.
     *
     * @param compiled rules that are used in place of compiling the same policies again
     */
    static IndexState decode(byte[] value, List<IndexRules> compiled) {
        try {
            JsonObject json = (JsonObject) JsonValue.parse(value);
            List<IndexRules> policies = new ArrayList<>();
            for (JsonValue policy :
                    json.get("policies") instanceof JsonArray array ? array.elements() : List.<JsonValue>of()) {
                policies.add(compile(IndexingPolicy.fromJson(policy), compiled));
            }
            if (policies.isEmpty()) {
                throw new CorruptStoreException("The record of an index has no policy");
            }
            byte[] cursor = json.get("cursor") instanceof JsonString text
                    ? HexFormat.of().parseHex(text.value())
                    : null;
            long done = json.get("done") instanceof JsonNumber number ? (long) number.doubleValue() : 0;
            return new IndexState(policies, cursor, done);
        } catch (MayflyException | ClassCastException | IllegalArgumentException damaged) {
            throw new CorruptStoreException("The record of an index cannot be read", damaged);
        }
    }

    private static IndexRules compile(IndexingPolicy policy, List<IndexRules> compiled) {
        IndexRules rules = IndexRules.of(policy);
        for (IndexRules known : compiled) {
            if (known.makesSameEntriesAs(rules)) {
                return known;
            }
        }
        return rules;
    }
}
