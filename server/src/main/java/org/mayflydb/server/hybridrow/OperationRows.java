package org.mayflydb.server.hybridrow;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.TooLargeException;
import org.mayflydb.base.UnsupportedException;
import org.mayflydb.batch.BatchOperation;
import org.mayflydb.item.write.ItemConditions;
import org.mayflydb.json.binary.BinaryJson;
import org.mayflydb.key.PartitionKey;

/** Reads the operations of a batch. */
public final class OperationRows {
    private static final int DOCUMENT = 2;

    private static final byte BINARY_FORMAT = (byte) 0x80;
    private static final int BINARY_CONTAINER = 0xE0;

    private static final int HAS_OPERATION_TYPE = 1;
    private static final int HAS_RESOURCE_TYPE = 1 << 1;
    private static final int HAS_PARTITION_KEY = 1 << 2;
    private static final int HAS_HASH = 1 << 3;
    private static final int HAS_ID = 1 << 4;
    private static final int HAS_BINARY_ID = 1 << 5;
    private static final int HAS_BODY = 1 << 6;

    private static final int INDEXING_DIRECTIVE = 8;
    private static final int IF_MATCH = 9;
    private static final int IF_NONE_MATCH = 10;
    private static final int TIME_TO_LIVE = 11;
    private static final int MINIMAL = 12;

    private final RowReader in;

    /** How long the text of the item may be if it is in binary form. */
    private final int textBytesMax;

    private @Nullable String ifMatch;
    private @Nullable String ifNoneMatch;
    private boolean wantsItem;
    private boolean indexed = true;

    private OperationRows(RowReader in, boolean wantsItems, int textBytesMax) {
        this.in = in;
        this.textBytesMax = textBytesMax;
        this.wantsItem = wantsItems;
    }

    /** Whether a body is in this form and not JSON. */
    public static boolean isRows(byte[] body) {
        return body.length > 0 && body[0] == RowFormat.VERSION;
    }

    /**
     * Returns true if items of a body in this form may be in binary form: two bytes then follow each other of which the second
     * begins an array or an object. Text in which they do costs nothing but a false alarm.
     */
    public static boolean mayHaveBinaryItems(byte[] body) {
        if (!isRows(body)) {
            return false;
        }
        for (int i = 1; i < body.length; i++) {
            if (body[i - 1] == BINARY_FORMAT && (body[i] & 0xFF) >= BINARY_CONTAINER) {
                return true;
            }
        }
        return false;
    }

    /**
     * The operations; one more than a batch may have at most.
     *
     * @param wantsItems whether answers are to have the items of operations that do not say otherwise
     */
    public static List<BatchOperation> read(byte[] body, boolean wantsItems) {
        RowReader in = new RowReader(ByteBuffer.wrap(body));
        List<BatchOperation> operations = new ArrayList<>();
        int textBytesLeft = BatchOperation.BYTES_MAX;
        while (!in.isAtEnd() && operations.size() <= BatchOperation.OPERATIONS_MAX) {
            int schema = in.header();
            if (schema == RowFormat.SEGMENT_SCHEMA) {
                skipSegment(in);
            } else if (schema == RowFormat.RECORD_SCHEMA) {
                OperationRows row = new OperationRows(new RowReader(record(in)), wantsItems, textBytesLeft);
                BatchOperation operation = row.operation();
                byte[] item = operation.body();
                textBytesLeft = Math.max(0, textBytesLeft - (item == null ? 0 : item.length));
                operations.add(operation);
            } else {
                throw RowFormat.malformed("a row has an unknown schema");
            }
        }
        return operations;
    }

    /** A segment may say more about itself, which nobody needs. */
    private static void skipSegment(RowReader in) {
        if ((in.next() & 1) == 0) {
            throw RowFormat.malformed("a segment has no length");
        }
        int unused = in.slice(in.int32() - RowFormat.SEGMENT_BYTES).remaining();
    }

    private static ByteBuffer record(RowReader in) {
        int length = in.int32();
        int checksum = in.int32();
        ByteBuffer record = in.slice(length);
        CRC32 crc = new CRC32();
        crc.update(record.duplicate());
        if ((int) crc.getValue() != checksum) {
            throw RowFormat.malformed("a checksum is wrong");
        }
        return record;
    }

    private BatchOperation operation() {
        if (in.header() != RowFormat.OPERATION_SCHEMA) {
            throw RowFormat.malformed("a record is no operation");
        }
        int present = in.next();
        int operationType = in.int32();
        int resourceType = in.int32();
        if ((present & HAS_OPERATION_TYPE) == 0 || ((present & HAS_RESOURCE_TYPE) != 0 && resourceType != DOCUMENT)) {
            throw RowFormat.malformed("an operation is not about an item");
        }
        String key = (present & HAS_PARTITION_KEY) == 0 ? null : in.text();
        boolean hashed = skipIf((present & HAS_HASH) != 0);
        String id = (present & HAS_ID) == 0 ? null : in.text();
        boolean binary = skipIf((present & HAS_BINARY_ID) != 0);
        byte[] body = (present & HAS_BODY) == 0 ? null : text(in.variable());
        if ((binary && id == null) || (hashed && key == null)) {
            throw new UnsupportedException("An operation that names its item by bytes");
        }
        while (!in.isAtEnd()) {
            readSparse();
        }
        ItemConditions conditions =
                ifMatch == null && ifNoneMatch == null ? ItemConditions.NONE : new ItemConditions(ifMatch, ifNoneMatch);
        PartitionKey partitionKey = key == null ? null : PartitionKey.parse(key);
        return new BatchOperation(kind(operationType), id, partitionKey, body, conditions, wantsItem, indexed);
    }

    /** An item may be in binary form by itself; all of them together may be as long as a batch. */
    private byte[] text(byte[] body) {
        if (!BinaryJson.isBinary(body)) {
            return body;
        }
        byte[] text = BinaryJson.toText(body, textBytesMax);
        if (text == null) {
            throw TooLargeException.request();
        }
        return text;
    }

    private boolean skipIf(boolean present) {
        if (present) {
            int unused = in.slice(in.unsigned()).remaining();
        }
        return present;
    }

    private void readSparse() {
        byte type = in.next();
        int field = in.unsigned();
        if (type == RowFormat.NULL) {
            return;
        }
        if (field == IF_MATCH && type == RowFormat.UTF8) {
            ifMatch = in.text();
        } else if (field == IF_NONE_MATCH && type == RowFormat.UTF8) {
            ifNoneMatch = in.text();
        } else if (field == INDEXING_DIRECTIVE && type == RowFormat.UTF8) {
            indexed = BatchOperation.isIndexed(in.text());
        } else if (field == MINIMAL && (type == RowFormat.TRUE || type == RowFormat.FALSE)) {
            wantsItem = wantsItem && type == RowFormat.FALSE;
        } else if (field == TIME_TO_LIVE && type == RowFormat.INT32) {
            throw new UnsupportedException("A lifetime outside of the item");
        } else {
            throw RowFormat.malformed("an operation has an unknown field");
        }
    }

    private static BatchOperation.Kind kind(int operationType) {
        return switch (operationType) {
            case 0 -> BatchOperation.Kind.CREATE;
            case 1 -> BatchOperation.Kind.PATCH;
            case 2 -> BatchOperation.Kind.READ;
            case 4 -> BatchOperation.Kind.DELETE;
            case 5 -> BatchOperation.Kind.REPLACE;
            case 20 -> BatchOperation.Kind.UPSERT;
            default -> throw RowFormat.malformed("an operation is of an unknown kind");
        };
    }
}
