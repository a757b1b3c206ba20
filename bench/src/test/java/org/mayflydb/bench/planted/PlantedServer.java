package org.mayflydb.bench.planted;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.mayflydb.base.MovableClock;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.server.MayflyServer;
import org.mayflydb.server.ServerSettings;
import org.mayflydb.storage.Store;
import org.mayflydb.storage.rocksdb.RocksOptions;
import org.mayflydb.storage.rocksdb.RocksStore;

/** Runs a server as {@code mayfly serve} does, with a {@code leaky} or {@code hasty} store, as {@code --planted} says. */
public final class PlantedServer {
    private PlantedServer() {}

    public static void main(String[] arguments) throws InterruptedException {
        Map<String, String> flags = new HashMap<>();
        for (int i = 0; i < arguments.length; i += 2) {
            flags.put(arguments[i].substring(2), arguments[i + 1]);
        }
        String fault = String.valueOf(flags.remove("planted"));
        ServerSettings settings = ServerSettings.read(Map.of(), flags);
        Path data = settings.dataDirectory().orElseThrow();
        MovableClock clock = MovableClock.ticking();
        Mayfly mayfly =
                Mayfly.builder().clock(clock).open(plant(fault, RocksStore.open(data, RocksOptions.within(64))));
        MayflyServer server = MayflyServer.start(settings, mayfly.engine(), clock);
        Runtime.getRuntime().addShutdownHook(new Thread(server::close, "mayfly-stop"));
        System.out.println("endpoint http://localhost:" + server.port() + "/");
        new CountDownLatch(1).await();
    }

    private static Store plant(String fault, Store store) {
        return fault.equals("hasty") ? HastyStore.on(store) : new LeakyStore(store);
    }
}
