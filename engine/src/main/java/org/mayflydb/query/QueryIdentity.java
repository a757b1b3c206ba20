package org.mayflydb.query;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import org.mayflydb.query.compile.CompiledQuery;
import org.mayflydb.query.syntax.SelectQuery;
import org.mayflydb.query.syntax.SqlText;

/** Numbers that tell queries apart. Computed only when asked for, because a query that fits one page needs neither. */
record QueryIdentity(QueryRequest request, CompiledQuery query) {

    /**
     * Returns the same number for all queries that walk through one order. Clients that resume by themselves narrow WHERE,
     * and the place of an item in the order is good with any filter. The same as {@link #exact} if there is no such order.
     */
    int ordered() {
        return query.isWalkedInOrder()
                ? hash(request.resumingAt(null), SqlText.of(withoutWhere(query.tree())))
                : exact();
    }

    /** Returns a number of everything that decides which rows there are. */
    int exact() {
        return hash(request, request.text());
    }

    private static SelectQuery withoutWhere(SelectQuery tree) {
        return new SelectQuery(
                tree.projection(),
                tree.distinct(),
                tree.top(),
                tree.sources(),
                null,
                tree.groupBy(),
                tree.orderBy(),
                tree.offsetLimit(),
                tree.span());
    }

    private static int hash(QueryRequest request, String text) {
        CRC32 crc = new CRC32();
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        request.parameters().forEach((name, value) -> {
            crc.update(name.getBytes(StandardCharsets.UTF_8));
            crc.update(value.toBytes());
        });
        if (request.resumeFilter() != null) {
            crc.update(request.resumeFilter().toBytes());
        }
        return (int) crc.getValue();
    }
}
