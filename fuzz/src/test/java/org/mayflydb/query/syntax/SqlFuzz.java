package org.mayflydb.query.syntax;

import org.mayflydb.fuzz.Claim;
import org.mayflydb.fuzz.Decoded;
import org.mayflydb.fuzz.FuzzTarget;
import org.mayflydb.fuzz.Parts;

/** A query that is accepted is written as text that parses to the same tree. */
public final class SqlFuzz implements FuzzTarget {
    @Override
    public String name() {
        return "sql";
    }

    @Override
    public void run(byte[] input) {
        SelectQuery query = Decoded.fromClient(() -> Parser.parse(Parts.text(input)));
        if (query == null) {
            return;
        }
        String text = SqlText.of(query);
        SelectQuery again = Claim.present(Decoded.fromClient(() -> Parser.parse(text)), "a query for " + text);
        Claim.same(text, SqlText.of(again), "text");
        Claim.holds(TreeDepth.of(query) <= Parser.TREE_DEPTH_MAX, "depth");
        Claim.holds(Parser.retainedBytes(Parts.text(input), query) > 0, "size");
    }
}
