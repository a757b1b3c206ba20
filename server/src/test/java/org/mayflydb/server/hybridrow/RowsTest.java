package org.mayflydb.server.hybridrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.UnsupportedException;
import org.mayflydb.batch.BatchOperation;
import org.mayflydb.batch.BatchOperation.Kind;
import org.mayflydb.batch.OperationResult;
import org.mayflydb.key.KeyDigest;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.ttl.ContainerTtl;
import org.mayflydb.ttl.ExpiryRule;
import org.mayflydb.ttl.ItemVersion;
import org.mayflydb.ttl.Lifetime;
import org.mayflydb.ttl.LiveItem;
import org.mayflydb.ttl.StoredItem;

class RowsTest {
    private static final String SEGMENT = "81f0d8ff7f010a000000";

    private static byte[] bytes(String hexadecimal) {
        return HexFormat.of().parseHex(hexadecimal.replace(" ", ""));
    }

    private static List<BatchOperation> read(byte[] body) {
        return OperationRows.read(body, true);
    }

    private static @Nullable String body(BatchOperation operation) {
        return operation.body() == null ? null : new String(operation.body(), StandardCharsets.UTF_8);
    }

    /** An item whose JSON is this. */
    private static LiveItem item(String json) {
        byte[] content = json.getBytes(StandardCharsets.UTF_8);
        byte[] value = StoredItem.encode(
                Lifetime.INHERIT,
                0,
                new ItemVersion(1, 1, (short) 0),
                1,
                KeyDigest.of(PartitionKey.NONE),
                ByteBuffer.wrap(content),
                new byte[0]);
        return new ExpiryRule(ContainerTtl.OFF).written(StoredItem.decode(value));
    }

    @Test
    void operationsAreReadByteForByte() {
        byte[] stream = bytes(SEGMENT
                + "81f1d8ff7f22000000a32dcb85 817054e17f 43 00000000 02000000 13 7b226964223a2261222c22706b223a2278227d"
                + "81f1d8ff7f16000000991988d4 817054e17f 13 02000000 02000000 01 62 14 09 03 226522");
        List<BatchOperation> operations = read(stream);
        assertThat(operations).extracting(BatchOperation::kind).containsExactly(Kind.CREATE, Kind.READ);
        assertThat(body(operations.get(0))).isEqualTo("{\"id\":\"a\",\"pk\":\"x\"}");
        assertThat(operations.get(1).id()).isEqualTo("b");
        assertThat(operations.get(1).conditions().ifNoneMatch()).isEqualTo("\"e\"");
    }

    @Test
    void resultsAreWrittenByteForByte() {
        byte[] stream = ResultRows.write(List.of(
                new OperationResult(201, 0, 5.25, "\"1\"", item("{\"id\":\"a\"}"), null, 0),
                new OperationResult(404, 0, 1, null, null, "not there", 0)));
        assertThat(stream)
                .isEqualTo(bytes(SEGMENT
                        + "81f1d8ff7f27000000abef4e7f 817154e17f 0f c9000000 00000000 03 223122"
                        + "0a 7b226964223a2261227d 10 06 0000000000001540"
                        + "81f1d8ff7f18000000419088e9 817154e17f 03 94010000 00000000 10 06 000000000000f03f"));
    }

    @Test
    void whenToComeAgainIsWritten() {
        byte[] stream = ResultRows.write(List.of(new OperationResult(429, 3092, 1, null, null, "busy", 100)));
        assertThat(HexFormat.of().formatHex(stream)).contains("ad010000140c00000b0564000000" + "1006000000000000f03f");
    }

    @Test
    void everyFieldIsRead() {
        String large = "{\"id\":\"" + "x".repeat(20_000) + "\"}";
        List<BatchOperation> operations = read(OperationRow.body(List.of(
                new OperationRow(20, "[\"p\",1]", null, large, null, true),
                new OperationRow(1, null, "é", "[]", "*", false),
                new OperationRow(4, null, "d", null, null, false),
                new OperationRow(5, null, "r", "{}", null, false))));
        assertThat(operations)
                .extracting(BatchOperation::kind)
                .containsExactly(Kind.UPSERT, Kind.PATCH, Kind.DELETE, Kind.REPLACE);
        assertThat(operations.get(0).partitionKey()).isEqualTo(PartitionKey.of("p", 1));
        assertThat(body(operations.get(0))).isEqualTo(large);
        assertThat(operations).extracting(BatchOperation::wantsItem).containsExactly(false, true, true, true);
        assertThat(operations.get(1).id()).isEqualTo("é");
    }

    @Test
    void aWrongChecksumIsRefused() {
        byte[] body = OperationRow.body(List.of(new OperationRow(2, null, "a", null, null, false)));
        body[body.length - 1] ^= 1;
        assertThatThrownBy(() -> read(body))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("checksum");
    }

    @Test
    void whatIsNotSupportedSaysSo() {
        byte[] plain = new OperationRow(0, null, "a", "{}", null, false).bytes();
        assertUnsupported(plain, "07 0b 05000000");
    }

    private static void assertUnsupported(byte[] record, String sparse) {
        byte[] more = bytes(HexFormat.of().formatHex(record) + sparse);
        byte[] stream = bytes(SEGMENT + HexFormat.of().formatHex(OperationRow.enveloped(more)));
        assertThatThrownBy(() -> read(stream)).isInstanceOf(UnsupportedException.class);
    }

    @Test
    void noMoreIsReadThanCanBeUsed() {
        OperationRow read = new OperationRow(2, null, "a", null, null, false);
        assertThat(read(OperationRow.body(Collections.nCopies(500, read)))).hasSize(101);
    }
}
