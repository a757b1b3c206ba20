package org.mayflydb.feed;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.mayflydb.changelog.LogOperation;
import org.mayflydb.changelog.LogRecord;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.DocumentPath;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.key.PartitionKeyDefinition;

/** Changes as the service sends them. */
public final class ChangeText {
    private final PartitionKeyDefinition partitionKey;
    private final boolean wrapped;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream(4096);

    private ChangeText(PartitionKeyDefinition partitionKey, boolean wrapped) {
        this.partitionKey = partitionKey;
        this.wrapped = wrapped;
    }

    /**
     * The JSON of some changes, separated by commas.
     *
     * @param wrapped whether an item is a member beside what is said about the change. Changes out of the log always are
     */
    public static byte[] of(List<FeedChange> changes, PartitionKeyDefinition partitionKey, boolean wrapped) {
        ChangeText text = new ChangeText(partitionKey, wrapped);
        boolean first = true;
        for (FeedChange change : changes) {
            if (!first) {
                text.out.write(',');
            }
            first = false;
            text.write(change);
        }
        return text.out.toByteArray();
    }

    private void write(FeedChange change) {
        if (change instanceof FeedChange.Written written) {
            write(written);
        } else if (change instanceof FeedChange.Logged logged) {
            write(logged);
        }
    }

    private void write(FeedChange.Written change) {
        if (wrapped) {
            ascii("{\"current\":");
        }
        byte[] json = change.item().json();
        out.write(json, 0, json.length - 1);
        ascii(",\"_lsn\":" + change.lsn() + "}");
        if (wrapped) {
            ascii(",\"metadata\":{\"lsn\":" + change.lsn() + ",\"crts\":" + change.timestamp() + "}}");
        }
    }

    private void write(FeedChange.Logged change) {
        ascii("{\"current\":");
        byte[] current = change.current();
        out.writeBytes(current == null ? new byte[] {'{', '}'} : current);
        LogRecord previous = change.previous();
        if (previous != null) {
            ascii(",\"previous\":");
            out.writeBytes(previous.content());
        }
        ascii(",\"metadata\":");
        out.writeBytes(metadata(change).toBytes());
        ascii("}");
    }

    private JsonObject metadata(FeedChange.Logged change) {
        JsonObject.Builder metadata = JsonObject.builder()
                .put("lsn", change.lsn())
                .put("crts", change.timestamp())
                .put("operationType", change.operation().wireName());
        if (change.entry().previousLsn() != 0) {
            metadata.put("previousImageLSN", change.entry().previousLsn());
        }
        PartitionKey removedKey = change.removedKey();
        if (removedKey != null) {
            metadata.put("timeToLiveExpired", change.operation() == LogOperation.EXPIRE)
                    .put("id", change.id())
                    .put("partitionKey", keyMembers(removedKey));
        }
        return metadata.build();
    }

    /** Every level by its name; what the item did not have is left out. */
    private JsonObject keyMembers(PartitionKey key) {
        JsonObject.Builder members = JsonObject.builder();
        for (int i = 0; i < key.size(); i++) {
            DocumentPath path = partitionKey.paths().get(i);
            JsonValue value = key.components().get(i).toJson();
            if (value != null) {
                members.put(String.join("/", path.segments()), value);
            }
        }
        return members.build();
    }

    private void ascii(String text) {
        out.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }
}
