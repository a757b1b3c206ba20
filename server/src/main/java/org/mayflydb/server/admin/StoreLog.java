package org.mayflydb.server.admin;

import org.mayflydb.storage.StoreHealth;
import org.mayflydb.storage.StoreListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes a line when the store stops taking writes, when it takes them again, and when it lacks space for compactions. */
public final class StoreLog implements StoreListener {
    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.class);

    @Override
    public void healthChanged(StoreHealth health) {
        switch (health.state()) {
            case AVAILABLE -> LOG.warn("The store takes writes again.");
            case REFUSING_WRITES -> LOG.error("Writes are refused: {}", health.reason());
            case NEEDS_RESTART -> LOG.error("Writes are refused until a restart: {}", health.reason());
        }
    }

    @Override
    public void compactionFailed(String reason) {
        LOG.warn("{}", reason);
    }
}
