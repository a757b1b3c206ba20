package org.mayflydb.app.transfer;

import org.mayflydb.base.UnavailableException;
import org.mayflydb.fuzz.Claim;
import org.mayflydb.fuzz.Decoded;
import org.mayflydb.fuzz.FuzzTarget;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;

/** A progress file is read as it was written, or reported as damaged. */
public final class TransferStateFuzz implements FuzzTarget {
    @Override
    public String name() {
        return "transfer-state";
    }

    @Override
    public void run(byte[] input) {
        JsonValue json = Decoded.fromClient(() -> JsonValue.parse(input));
        if (!(json instanceof JsonObject state)) {
            return;
        }
        try {
            ImportState read = ImportState.parse(state);
            Claim.same(read, ImportState.parse(read.toJson()), "an import");
        } catch (UnavailableException damaged) {
            Claim.holds(String.valueOf(damaged.getMessage()).contains("damaged"), "says what is wrong");
        }
        try {
            ExportState read = ExportState.parse(state);
            Claim.same(read, ExportState.parse(read.toJson()), "an export");
        } catch (UnavailableException damaged) {
            Claim.holds(String.valueOf(damaged.getMessage()).contains("damaged"), "says what is wrong");
        }
    }
}
