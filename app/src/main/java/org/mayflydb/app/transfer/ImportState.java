package org.mayflydb.app.transfer;

import org.mayflydb.json.JsonObject;

/**
 * How far an import is.
 *
 * @param target where to and how
 * @param bytes how much of the file is done
 * @param lines how many lines that is
 * @param sentBytes up to where lines may have been sent
 * @param errorBytes how much of the file with errors is good
 */
record ImportState(
        String target,
        long bytes,
        long lines,
        long sentBytes,
        long written,
        long skipped,
        long expired,
        long failed,
        long errorBytes) {

    static ImportState begin(String target) {
        return new ImportState(target, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    ImportState sending(long end) {
        return new ImportState(
                target, bytes, lines, Math.max(sentBytes, end), written, skipped, expired, failed, errorBytes);
    }

    /** After all lines up to this one. */
    ImportState done(Line last) {
        return new ImportState(
                target, last.end(), last.number(), sentBytes, written, skipped, expired, failed, errorBytes);
    }

    ImportState plus(ItemOutcome.Kind kind) {
        return new ImportState(
                target,
                bytes,
                lines,
                sentBytes,
                written + (kind == ItemOutcome.Kind.WRITTEN ? 1 : 0),
                skipped + (kind == ItemOutcome.Kind.SKIPPED ? 1 : 0),
                expired + (kind == ItemOutcome.Kind.EXPIRED ? 1 : 0),
                failed + (kind == ItemOutcome.Kind.FAILED ? 1 : 0),
                errorBytes);
    }

    ImportState withErrorBytes(long length) {
        return new ImportState(target, bytes, lines, sentBytes, written, skipped, expired, failed, length);
    }

    long items() {
        return written + skipped + expired + failed;
    }

    JsonObject toJson() {
        return JsonObject.builder()
                .put("target", target)
                .put("bytes", bytes)
                .put("lines", lines)
                .put("sentBytes", sentBytes)
                .put("written", written)
                .put("skipped", skipped)
                .put("expired", expired)
                .put("failed", failed)
                .put("errorBytes", errorBytes)
                .build();
    }

    static ImportState parse(JsonObject json) {
        return new ImportState(
                StateJson.text(json, "target"),
                StateJson.number(json, "bytes"),
                StateJson.number(json, "lines"),
                StateJson.number(json, "sentBytes"),
                StateJson.number(json, "written"),
                StateJson.number(json, "skipped"),
                StateJson.number(json, "expired"),
                StateJson.number(json, "failed"),
                StateJson.number(json, "errorBytes"));
    }
}
