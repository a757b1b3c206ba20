package org.mayflydb.bench.hostile;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.mayflydb.bench.server.ServerProcess;

/**
 * What a server keeps when no client is connected.
 *
 * @param threads by name
 * @param handles open files and sockets, without the store's files, which come and go
 */
record Footprint(Map<String, Integer> threads, int handles) {

    Footprint {
        threads = Map.copyOf(threads);
    }

    /** Looks once the server has noticed that its clients have left, at the latest after some seconds. */
    static Footprint of(ServerProcess server, Path data, int secondsMax) {
        Footprint last = now(server, data);
        int unchanged = 0;
        for (int i = 0; i < secondsMax * 4 && unchanged < 6; i++) {
            LockSupport.parkNanos(250_000_000);
            Footprint next = now(server, data);
            unchanged = next.equals(last) ? unchanged + 1 : 0;
            last = next;
        }
        return last;
    }

    private static Footprint now(ServerProcess server, Path data) {
        Map<String, Integer> byName = new TreeMap<>();
        server.threads().forEach((name, count) -> byName.merge(name.replaceAll("[-#0-9 ]*$", ""), count, Integer::sum));
        return new Footprint(byName, server.openFilesOutside(data));
    }

    int threadCount() {
        return threads.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Which threads are more or fewer than before, as text. */
    String threadsSince(Footprint before) {
        Map<String, Integer> difference = new TreeMap<>(threads);
        before.threads.forEach((name, count) -> difference.merge(name, -count, Integer::sum));
        difference.values().removeIf(count -> count == 0);
        return difference.toString();
    }
}
