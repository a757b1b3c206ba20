package org.mayflydb.partition;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.base.Invariant;
import org.mayflydb.partition.PartitionHead.Ownership;
import org.mayflydb.partition.PartitionHead.PurgeMarks;
import org.mayflydb.partition.PartitionHead.Time;

/**
 * The bytes of a {@link PartitionHead}. Format 2 consists of sections, each with its tag and length, in ascending order of
 * their tags; {@code docs/KEYSPACE.md} describes them. Format 1 is read only.
 */
final class HeadCodec {
    private static final byte FORMAT_1 = 1;
    private static final byte FORMAT_2 = 2;
    private static final int FORMAT_1_BYTES = 1 + 11 * Long.BYTES;

    private static final byte OWNERSHIP = 0x01;
    private static final byte TIME = 0x02;
    private static final byte COUNTERS = 0x03;
    private static final byte PURGE_MARKS = 0x04;
    private static final byte CHILDREN = 0x05;
    private static final byte MARKS = 0x06;
    private static final byte CLEAN_STOP = 0x07;
    private static final byte RESERVED_LSN = 0x08;
    // From 0x40 on: reserved for regions (topology version, writing region, progress of each region).

    private static final byte COLLISIONS = 0x01;

    private static final int SECTION_HEADER_BYTES = 3;
    private static final int OWNERSHIP_BYTES = 1 + 8 + 16 + 8 + 8;
    private static final int TIME_BYTES = 3 * Long.BYTES;
    private static final int COUNTER_BYTES = 4 * Long.BYTES;
    private static final int PURGE_BYTES = 3 * Long.BYTES;
    private static final int REQUIRED_BYTES =
            1 + 4 * SECTION_HEADER_BYTES + OWNERSHIP_BYTES + TIME_BYTES + COUNTER_BYTES + PURGE_BYTES;

    private HeadCodec() {}

    static byte[] encode(PartitionHead head) {
        String contradiction = head.contradiction();
        Invariant.check(contradiction == null, "a head that is written makes sense: " + contradiction);
        ByteBuffer out = ByteBuffer.allocate(length(head)).put(FORMAT_2);
        Ownership ownership = head.ownership();
        section(out, OWNERSHIP, OWNERSHIP_BYTES)
                .put(ownership.state().number())
                .putLong(ownership.epoch())
                .putLong(ownership.owner().getMostSignificantBits())
                .putLong(ownership.owner().getLeastSignificantBits())
                .putLong(ownership.sequence())
                .putLong(ownership.nonce());
        Time time = head.time();
        section(out, TIME, TIME_BYTES)
                .putLong(time.floor())
                .putLong(time.newest())
                .putLong(time.shift());
        PartitionHead.Counters counters = head.counters();
        section(out, COUNTERS, COUNTER_BYTES)
                .putLong(counters.lastLsn())
                .putLong(counters.lastDocument())
                .putLong(counters.items())
                .putLong(counters.bytes());
        PurgeMarks purged = head.purged();
        section(out, PURGE_MARKS, PURGE_BYTES)
                .putLong(purged.lsn())
                .putLong(purged.deadline())
                .putLong(purged.deadlineLsn());
        if (!head.children().isEmpty()) {
            section(out, CHILDREN, childrenBytes(head));
            head.children().forEach(out::putInt);
        }
        if (head.collisions()) {
            section(out, MARKS, 1).put(COLLISIONS);
        }
        if (head.cleanStop().isPresent()) {
            section(out, CLEAN_STOP, Long.BYTES).putLong(head.cleanStop().getAsLong());
        }
        if (head.reservedLsn() != 0) {
            section(out, RESERVED_LSN, Long.BYTES).putLong(head.reservedLsn());
        }
        Invariant.check(!out.hasRemaining(), "a head has the length that was computed for it");
        return out.array();
    }

    private static int length(PartitionHead head) {
        return REQUIRED_BYTES
                + (head.children().isEmpty() ? 0 : SECTION_HEADER_BYTES + childrenBytes(head))
                + (head.collisions() ? SECTION_HEADER_BYTES + 1 : 0)
                + (head.cleanStop().isPresent() ? SECTION_HEADER_BYTES + Long.BYTES : 0)
                + (head.reservedLsn() != 0 ? SECTION_HEADER_BYTES + Long.BYTES : 0);
    }

    private static int childrenBytes(PartitionHead head) {
        return head.children().size() * Integer.BYTES;
    }

    private static ByteBuffer section(ByteBuffer out, byte tag, int length) {
        return out.put(tag).putShort((short) length);
    }

    static PartitionHead decode(byte[] value) {
        PartitionHead head;
        try {
            head = decode(ByteBuffer.wrap(value));
        } catch (BufferUnderflowException | IllegalArgumentException tooShort) {
            throw new CorruptStoreException("A partition head of " + value.length + " bytes is incomplete", tooShort);
        }
        String contradiction = head.contradiction();
        if (contradiction != null) {
            throw new CorruptStoreException("A partition head is damaged: " + contradiction);
        }
        return head;
    }

    private static PartitionHead decode(ByteBuffer in) {
        byte format = in.get();
        if (format == FORMAT_1 && in.limit() == FORMAT_1_BYTES) {
            return decodeFormat1(in);
        } else if (format != FORMAT_2) {
            throw new CorruptStoreException("A partition head of " + in.limit() + " bytes has no known format");
        }
        Sections sections = new Sections();
        int before = 0;
        while (in.hasRemaining()) {
            int tag = in.get() & 0xFF;
            if (tag <= before) {
                throw new CorruptStoreException("The sections of a partition head are out of order at " + tag);
            }
            int end = (in.getShort() & 0xFFFF) + in.position();
            sections.read((byte) tag, in, end);
            if (in.position() != end) {
                throw new CorruptStoreException("Section " + tag + " of a partition head has a wrong length");
            }
            before = tag;
        }
        return sections.head();
    }

    /** What was read so far. */
    private static final class Sections {
        private Ownership ownership = Ownership.NONE;
        private Time time = Time.NONE;
        private PartitionHead.Counters counters = PartitionHead.Counters.NONE;
        private PurgeMarks purged = PurgeMarks.NONE;
        private List<Integer> children = List.of();
        private boolean collisions;
        private OptionalLong cleanStop = OptionalLong.empty();
        private long reservedLsn;
        private int required;

        void read(byte tag, ByteBuffer in, int end) {
            switch (tag) {
                case OWNERSHIP ->
                    ownership = new Ownership(
                            PartitionHead.State.ofNumber(in.get()),
                            in.getLong(),
                            new UUID(in.getLong(), in.getLong()),
                            in.getLong(),
                            in.getLong());
                case TIME -> time = new Time(in.getLong(), in.getLong(), in.getLong());
                case COUNTERS ->
                    counters = new PartitionHead.Counters(in.getLong(), in.getLong(), in.getLong(), in.getLong());
                case PURGE_MARKS -> purged = new PurgeMarks(in.getLong(), in.getLong(), in.getLong());
                case CHILDREN -> {
                    children = new ArrayList<>();
                    while (in.position() < end) {
                        children.add(in.getInt());
                    }
                }
                case MARKS -> {
                    byte marks = in.get();
                    if (marks != COLLISIONS) {
                        throw unknown("marks", marks);
                    }
                    collisions = true;
                }
                case CLEAN_STOP -> cleanStop = OptionalLong.of(in.getLong());
                case RESERVED_LSN -> reservedLsn = in.getLong();
                default -> throw unknown("a section", tag);
            }
            required += tag <= PURGE_MARKS && tag > 0 ? 1 : 0;
        }

        private static CorruptStoreException unknown(String what, byte number) {
            return new CorruptStoreException("A partition head has " + what + " " + (number & 0xFF)
                    + ", which this version does not know: a later version wrote it");
        }

        PartitionHead head() {
            if (required != PURGE_MARKS) {
                throw new CorruptStoreException("A partition head lacks a section");
            }
            return new PartitionHead(ownership, time, counters, purged, children, collisions, cleanStop, reservedLsn);
        }
    }

    /** Owners were numbers, and the time floor and the newest {@code _ts} were one. */
    private static PartitionHead decodeFormat1(ByteBuffer in) {
        long epoch = in.getLong();
        UUID owner = new UUID(0, in.getLong());
        long sequence = in.getLong();
        long lastLsn = in.getLong();
        long time = in.getLong();
        return new PartitionHead(
                new Ownership(PartitionHead.State.ACTIVE, epoch, owner, sequence, 0),
                new Time(time, time, 0),
                new PartitionHead.Counters(lastLsn, in.getLong(), in.getLong(), in.getLong()),
                new PurgeMarks(in.getLong(), in.getLong(), in.getLong()),
                List.of(),
                false,
                OptionalLong.empty());
    }
}
