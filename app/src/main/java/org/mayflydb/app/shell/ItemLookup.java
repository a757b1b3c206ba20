package org.mayflydb.app.shell;

import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.app.endpoint.Answer;
import org.mayflydb.app.endpoint.EndpointException;
import org.mayflydb.app.endpoint.QueryCursor;
import org.mayflydb.app.endpoint.QueryScope;
import org.mayflydb.app.endpoint.RemoteContainer;
import org.mayflydb.app.endpoint.ResultPage;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.server.protocol.WireHeaders;

/** Finds items by their id, with the partition key or without. */
final class ItemLookup {
    /** More items with one id in different logical partitions than anybody wants to see at once. */
    private static final int FOUND_MAX = 100;

    private final Session session;
    private final Talk talk;

    ItemLookup(Session session, Talk talk) {
        this.session = session;
        this.talk = talk;
    }

    void show(List<Word> words) {
        String id = words.get(0).text();
        RemoteContainer items = session.items();
        PartitionKey key = null;
        if (words.size() > 1) {
            key = Word.partitionKey(words.subList(1, words.size()));
        } else if (KeyLookup.isById(items.partitionKey())) {
            key = PartitionKey.of(id);
        }
        if (key != null && fitsPath(id)) {
            read(items, id, key);
        } else {
            search(items, id, key == null ? QueryScope.ALL : QueryScope.of(key));
        }
    }

    /** Gateways refuse control characters in a path. */
    private static boolean fitsPath(String id) {
        return id.chars().allMatch(c -> c >= ' ');
    }

    private void read(RemoteContainer items, String id, PartitionKey key) {
        Answer answer = items.read(key, id);
        PrintWriter out = talk.out();
        out.println(JsonLayout.indented(answer.json(), 0));
        if (talk.isPerson()) {
            out.println(life(answer.header(WireHeaders.TTL_DEADLINE), answer.header(WireHeaders.TTL_SECONDS_LEFT)));
        }
        out.flush();
    }

    private static String life(@Nullable String deadline, @Nullable String secondsLeft) {
        if (deadline == null) {
            return "The endpoint does not report when it expires.";
        }
        if (secondsLeft == null) {
            return "It never expires.";
        }
        return "It expires in " + Spans.text(Spans.seconds(secondsLeft)) + ".";
    }

    /** Without its partition key an item is searched for everywhere; several may have the id. */
    private void search(RemoteContainer items, String id, QueryScope scope) {
        QueryCursor cursor = items.query("SELECT * FROM c WHERE c.id = " + new JsonString(id), scope, FOUND_MAX);
        int found = 0;
        while (cursor.hasNext() && found < FOUND_MAX) {
            ResultPage page = cursor.next();
            for (JsonValue item : page.rows()) {
                talk.out().println(JsonLayout.indented(item, 0));
                found++;
            }
        }
        talk.out().flush();
        if (found == 0) {
            throw EndpointException.failed("There is no item with the id '" + id + "' in " + items.address() + ".");
        }
        if (talk.isPerson() && found > 1) {
            talk.out().println(Facts.count(found, "item") + " have this id, in different logical partitions.");
        }
    }
}
