package org.mayflydb.node;

import java.util.UUID;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.mayflydb.base.AllowedCall;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.ownership.CatalogEdit;
import org.mayflydb.ownership.LeaseTimes;
import org.mayflydb.ownership.NodeClocks;

/**
 * How a process shares its store with others.
 *
 * @param times the same in all processes
 * @param host the machine that this process runs on
 * @param contact how the other processes reach this one, which may change; empty if they do not
 * @param ids draws ids that were never used before
 * @param pause waits while other processes do something
 * @param peers reaches the other processes
 * @param ownThreads whether the engine renews its lease and follows the others by itself; otherwise the program calls {@link Node}
 */
public record SharingSettings(
        LeaseTimes times,
        String host,
        NodeClocks clocks,
        Supplier<String> contact,
        Supplier<UUID> ids,
        Pause pause,
        Peers peers,
        boolean ownThreads) {

    /** For a process that others do not reach. */
    public SharingSettings(
            LeaseTimes times,
            String host,
            NodeClocks clocks,
            Supplier<UUID> ids,
            Pause pause,
            Peers peers,
            boolean ownThreads) {
        this(times, host, clocks, () -> "", ids, pause, peers, ownThreads);
    }

    /** The usual times, the clocks of this machine, and threads of the engine's own. */
    public static SharingSettings ofMachine(
            String host, Supplier<String> contact, RandomGenerator random, Peers peers) {
        return new SharingSettings(
                LeaseTimes.DEFAULT,
                host,
                new MachineClocks(),
                contact,
                () -> new UUID(random.nextLong(), random.nextLong()),
                SharingSettings::sleep,
                peers,
                true);
    }

    /** With other times, which must be the same in all processes. */
    public SharingSettings withTimes(LeaseTimes others) {
        return new SharingSettings(others, host, clocks, contact, ids, pause, peers, ownThreads);
    }

    @AllowedCall("what is waited for happens in other processes, and only the store tells of it")
    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new UnavailableException("The server stops.");
        }
    }

    /** Waits for a while. */
    @FunctionalInterface
    public interface Pause {
        void millis(long millis);
    }

    /** The other processes. */
    @FunctionalInterface
    public interface Peers {
        /**
         * Asks the owner of the system partition to change the catalog.
         *
         * @return true if the catalog is known to be changed
         */
        boolean changeCatalog(UUID owner, CatalogEdit edit);
    }
}
