package org.mayflydb.embedded;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.key.PartitionKeyDefinition;

/** One change of one item. */
public final class Change {
    private final org.mayflydb.feed.FeedChange change;
    private final PartitionKeyDefinition partitionKey;
    private final @Nullable ItemMapper mapper;

    /** What was done. */
    public enum Kind {
        /** Created or replaced; the feed of latest versions does not tell which. */
        WRITTEN,
        CREATED,
        REPLACED,
        DELETED,
        /** Deleted because its time was over. */
        EXPIRED
    }

    Change(org.mayflydb.feed.FeedChange change, PartitionKeyDefinition partitionKey, @Nullable ItemMapper mapper) {
        this.change = change;
        this.partitionKey = partitionKey;
        this.mapper = mapper;
    }

    public Kind kind() {
        if (change instanceof org.mayflydb.feed.FeedChange.Logged logged) {
            return switch (logged.operation()) {
                case CREATE -> Kind.CREATED;
                case REPLACE -> Kind.REPLACED;
                case DELETE -> Kind.DELETED;
                case EXPIRE -> Kind.EXPIRED;
            };
        }
        return Kind.WRITTEN;
    }

    /** Orders the changes of one physical partition; what was changed together has the same. */
    public long lsn() {
        return change.lsn();
    }

    /** The second in which it was made. */
    public Instant timestamp() {
        return Instant.ofEpochSecond(change.timestamp());
    }

    public String id() {
        return change instanceof org.mayflydb.feed.FeedChange.Logged logged
                ? logged.id()
                : ((JsonString) Invariant.present(tree().get("id"), "an item has an id")).value();
    }

    public PartitionKey partitionKey() {
        PartitionKey removed =
                change instanceof org.mayflydb.feed.FeedChange.Logged logged ? logged.removedKey() : null;
        return removed == null ? PartitionKey.from(partitionKey, tree()) : removed;
    }

    /** The item's JSON text as the change left it; empty if it is gone. */
    public Optional<String> json() {
        return Optional.ofNullable(current()).map(json -> new String(json, StandardCharsets.UTF_8));
    }

    /** As {@link #json}, in UTF-8. */
    public Optional<byte[]> bytes() {
        return Optional.ofNullable(current());
    }

    /** The item's JSON text before the change, if the container shows it and the log still has it. */
    public Optional<String> previousJson() {
        return change instanceof org.mayflydb.feed.FeedChange.Logged logged && logged.previous() != null
                ? Optional.of(new String(logged.previous().content(), StandardCharsets.UTF_8))
                : Optional.empty();
    }

    /** The item as maps, lists, strings, numbers and booleans; empty if it is gone. */
    public Optional<Map<String, @Nullable Object>> toMap() {
        return current() == null ? Optional.empty() : Optional.of(tree().toJava());
    }

    /** The item as an object of the program, made by the mapper the database was opened with; empty if it is gone. */
    public <T> Optional<T> as(Class<T> type) {
        byte[] json = current();
        if (json == null) {
            return Optional.empty();
        }
        if (mapper == null) {
            throw new IllegalStateException("The database was opened without a mapper");
        }
        return Optional.of(mapper.read(json, type));
    }

    private JsonObject tree() {
        return (JsonObject) JsonValue.parse(Invariant.present(current(), "there is an item"));
    }

    private byte @Nullable [] current() {
        if (change instanceof org.mayflydb.feed.FeedChange.Logged logged) {
            return logged.current();
        }
        return ((org.mayflydb.feed.FeedChange.Written) change).item().json();
    }

    @Override
    public String toString() {
        return kind() + " " + id() + " at " + lsn();
    }
}
