package org.mayflydb.conformance.history;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a client asks for, always within one logical partition.
 *
 * @param id of the item; of a query its text, empty for a list; empty for a batch
 * @param content what is written; of a patch only the serial number counts
 * @param ifMatch the ETag that the item must have
 * @param parts of a batch, each on another item
 */
record Operation(
        Kind kind,
        String partition,
        String id,
        Content content,
        @Nullable String ifMatch,
        List<Operation> parts) {
    static final Content NOTHING = new Content(0, 0, 0);

    /** A query shows a logical partition as a whole. */
    enum Kind {
        CREATE,
        UPSERT,
        REPLACE,
        PATCH,
        DELETE,
        READ,
        QUERY,
        BATCH
    }

    Operation {
        parts = List.copyOf(parts);
    }

    static Operation of(Kind kind, String partition, String id, Content content) {
        return new Operation(kind, partition, id, content, null, List.of());
    }

    static Operation batch(String partition, List<Operation> parts) {
        return new Operation(Kind.BATCH, partition, "", NOTHING, null, parts);
    }

    Operation ifMatch(@Nullable String etag) {
        return new Operation(kind, partition, id, content, etag, parts);
    }

    /** Itself, or the operations that it is made of. */
    List<Operation> all() {
        return kind == Kind.BATCH ? parts : List.of(this);
    }

    /** Whether it changes something if it succeeds. */
    boolean isWrite() {
        return kind == Kind.BATCH ? parts.stream().anyMatch(Operation::isWrite) : kind.compareTo(Kind.READ) < 0;
    }

    /** Whether it leaves a version with its serial number, or one of its parts does. */
    boolean leavesVersion() {
        return kind == Kind.BATCH ? parts.stream().anyMatch(Operation::leavesVersion) : kind.compareTo(Kind.DELETE) < 0;
    }

    /** The ids of the items that it removes. */
    Set<String> removed() {
        return all().stream()
                .filter(part -> part.kind == Kind.DELETE)
                .map(Operation::id)
                .collect(Collectors.toSet());
    }
}
