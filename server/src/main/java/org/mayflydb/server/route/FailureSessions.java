package org.mayflydb.server.route;

import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.MayflyException;
import org.mayflydb.database.Engine;
import org.mayflydb.partition.PartitionSpec;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireResponse;

/**
 * Adds the session token to failures that tell something about the state of a partition: that an item does not exist, that
 * it exists already, or that it has another ETag. A later read must not see an older state than that.
 */
final class FailureSessions {
    private final Engine engine;

    FailureSessions(Engine engine) {
        this.engine = engine;
    }

    /**
     * May run on a thread that commits, so it never waits.
     *
     * @param target what the request was found to be for; null if it is not about items or did not get that far
     */
    WireResponse complete(WireResponse response, @Nullable ItemTarget target) {
        boolean tellsState = response.status() == 404 || response.status() == 409 || response.status() == 412;
        if (!tellsState || target == null || response.header(WireHeaders.LSN) != null) {
            return response;
        }
        PartitionSpec asked = onlyPartition(target);
        if (asked == null) {
            return response;
        }
        OptionalLong lsn = engine.lastLsn(target.container(), asked.rangeId());
        return lsn.isPresent() ? SessionHeaders.add(response, asked.rangeId(), lsn.getAsLong()) : response;
    }

    private static @Nullable PartitionSpec onlyPartition(ItemTarget target) {
        try {
            List<PartitionSpec> asked = target.partitions();
            return asked.size() == 1 ? asked.get(0) : null;
        } catch (MayflyException unknown) {
            return null;
        }
    }
}
