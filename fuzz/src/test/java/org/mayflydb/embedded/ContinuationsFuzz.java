package org.mayflydb.embedded;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.mayflydb.base.ContinuationToken;
import org.mayflydb.base.MovableClock;
import org.mayflydb.fuzz.Claim;
import org.mayflydb.fuzz.Decoded;
import org.mayflydb.fuzz.FuzzTarget;
import org.mayflydb.fuzz.Parts;

/** The content of a continuation may be anything: the page is made, or the token is refused. The first byte selects the request. */
public final class ContinuationsFuzz implements FuzzTarget {
    private static final int ITEMS = 40;
    private static final int PAGE_ROWS = 3;
    private static final int IDENTITY_BYTES = 8;

    private static final List<String> QUERIES = List.of(
            "SELECT * FROM c",
            "SELECT c.id FROM c WHERE c.n > 3",
            "SELECT c.id FROM c ORDER BY c.n",
            "SELECT c.id FROM c ORDER BY c.n DESC",
            "SELECT DISTINCT VALUE c.n FROM c",
            "SELECT c.id, t FROM c JOIN t IN c.tags",
            "SELECT c.n, COUNT(1) AS k FROM c GROUP BY c.n",
            "SELECT VALUE COUNT(1) FROM c",
            "SELECT c.id FROM c WHERE c.n >= 0 OFFSET 2 LIMIT 30");

    private final Container container;
    private final List<String> tokens = new ArrayList<>();

    public ContinuationsFuzz() {
        Database database = Mayfly.builder()
                .clock(MovableClock.startingAt(Instant.ofEpochSecond(1_794_700_800L)))
                .backgroundPurge(false)
                .inMemory()
                .createDatabase("d");
        container = database.createContainer(ContainerSpec.named("c")
                .partitionKey("/pk")
                .defaultTtlSeconds(-1)
                .changeRetention(Duration.ofMinutes(10)));
        for (int i = 0; i < ITEMS; i++) {
            container.create(
                    "{\"id\":\"i" + i + "\",\"pk\":\"p" + i % 5 + "\",\"n\":" + i % 7 + ",\"tags\":[1,\"b\",null,{}]}");
        }
        for (String query : QUERIES) {
            tokens.add(container.query(query).page(PAGE_ROWS, null).continuation());
        }
    }

    @Override
    public String name() {
        return "continuations";
    }

    @Override
    public long allocatedBytesMax(int inputBytes) {
        return (16L << 20) + 4096L * inputBytes;
    }

    @Override
    public void run(byte[] input) {
        int choice = Parts.choice(input, QUERIES.size() + 3);
        byte[] rest = Parts.rest(input);
        if (choice < QUERIES.size()) {
            query(choice, rest);
        } else if (choice == QUERIES.size()) {
            String token = ContinuationToken.encode(ContinuationToken.Kind.ITEMS, rest);
            Page page = Decoded.fromClient(() -> container.list(null, PAGE_ROWS, token));
            Claim.holds(page == null || page.items().size() <= PAGE_ROWS, "items of a page");
        } else {
            String token = ContinuationToken.encode(ContinuationToken.Kind.CHANGE_FEED, rest);
            boolean all = choice > QUERIES.size() + 1;
            ChangePage page = Decoded.fromClient(() -> {
                Changes changes = container.changes();
                return (all ? changes.allVersions() : changes)
                        .after(token)
                        .pageItems(PAGE_ROWS)
                        .next();
            });
            Claim.holds(page == null || page.changes().size() <= PAGE_ROWS, "changes of a page");
        }
    }

    /** The token of a page of the same query, but for all that follows which query it belongs to. */
    private void query(int choice, byte[] rest) {
        String real = tokens.get(choice);
        byte[] content =
                real == null ? new byte[IDENTITY_BYTES] : ContinuationToken.decode(ContinuationToken.Kind.QUERY, real);
        byte[] made = Arrays.copyOf(content, IDENTITY_BYTES + rest.length);
        System.arraycopy(rest, 0, made, IDENTITY_BYTES, rest.length);
        String token = ContinuationToken.encode(ContinuationToken.Kind.QUERY, made);
        RowPage page =
                Decoded.fromClient(() -> container.query(QUERIES.get(choice)).page(PAGE_ROWS, token));
        Claim.holds(page == null || page.rows().size() <= PAGE_ROWS, "rows of a page");
    }
}
