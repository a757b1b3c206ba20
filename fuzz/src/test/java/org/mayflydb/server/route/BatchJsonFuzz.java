package org.mayflydb.server.route;

import java.util.List;
import org.mayflydb.batch.BatchOperation;
import org.mayflydb.fuzz.Claim;
import org.mayflydb.fuzz.Decoded;
import org.mayflydb.fuzz.FuzzTarget;
import org.mayflydb.json.DuplicateNames;

/** The JSON of a batch is operations or refused; an item in it is passed on as valid JSON. */
public final class BatchJsonFuzz implements FuzzTarget {
    @Override
    public String name() {
        return "batch-json";
    }

    @Override
    public void run(byte[] input) {
        List<BatchOperation> operations = Decoded.fromClient(() -> BatchJson.read(input, true));
        if (operations == null) {
            return;
        }
        Claim.holds(operations.size() <= BatchOperation.OPERATIONS_MAX + 1, "operations");
        long bytes = 0;
        for (BatchOperation operation : operations) {
            byte[] body = operation.body();
            bytes += body == null ? 0 : body.length;
            Claim.holds(body == null || DuplicateNames.resolve(body) != null, "a body is JSON");
        }
        Claim.holds(bytes <= input.length, "bodies come from the input");
    }
}
