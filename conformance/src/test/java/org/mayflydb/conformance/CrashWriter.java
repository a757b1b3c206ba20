package org.mayflydb.conformance;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Random;
import org.mayflydb.base.MayflyException;
import org.mayflydb.base.MovableClock;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.ContainerSpec;
import org.mayflydb.embedded.Database;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.key.PartitionKey;

/**
 * A process that writes until it is killed. It says on its standard output what it is about to do, and what came of it:
 *
 * <pre>
 *   try  thread  operation  container  id  json
 *   ack  thread                              it was done
 *   no   thread                              it was refused
 * </pre>
 *
 * A line is one write to a pipe, so there are no halves of lines.
 */
final class CrashWriter {
    static final int THREADS = 4;
    static final int IDS_PER_THREAD = 30;
    static final int DEFAULT_TTL_SECONDS = 25;
    static final int OWN_TTL_SECONDS = 15;

    /** Items expire by default; two partitions. */
    static final ContainerSpec EXPIRING = ContainerSpec.named("expiring")
            .partitionKey("/pk")
            .defaultTtlSeconds(DEFAULT_TTL_SECONDS)
            .throughput(12_000);

    /** Items that say so expire, and each has a value that no other one of its logical partition has. */
    static final ContainerSpec UNIQUE =
            ContainerSpec.named("unique").partitionKey("/pk").uniqueKey("/u").defaultTtlSeconds(-1);

    private static final int UNIQUE_VALUES = 60;

    private final int thread;
    private final Random random;
    private final Container expiring;
    private final Container unique;
    private int serial;

    private CrashWriter(int thread, long seed, int firstSerial, Database database) {
        this.thread = thread;
        this.random = new Random(seed + thread);
        this.serial = firstSerial;
        this.expiring = database.container("expiring");
        this.unique = database.container("unique");
    }

    /** Takes the directory, the second that it is, a seed, and where the serial numbers of this process begin. */
    public static void main(String[] arguments) {
        MovableClock clock = MovableClock.startingAt(Instant.ofEpochSecond(Long.parseLong(arguments[1])));
        long seed = Long.parseLong(arguments[2]);
        int firstSerial = Integer.parseInt(arguments[3]);
        say("opening");
        Mayfly mayfly = Mayfly.builder().clock(clock).backgroundPurge(false).open(Path.of(arguments[0]));
        say("open");
        Database database = createContainers(mayfly);
        for (int thread = 0; thread < THREADS; thread++) {
            CrashWriter writer = new CrashWriter(thread, seed, firstSerial, database);
            new Thread(writer::writeForEver, "writer " + thread).start();
        }
    }

    static Database createContainers(Mayfly mayfly) {
        Database database = mayfly.createDatabaseIfNotExists("crash");
        database.createContainerIfNotExists(EXPIRING);
        database.createContainerIfNotExists(UNIQUE);
        return database;
    }

    static String id(int thread, int number) {
        return "t" + thread + "-" + number;
    }

    static PartitionKey key(String id) {
        return PartitionKey.of(id.substring(0, id.indexOf('-')));
    }

    private void writeForEver() {
        try {
            while (true) {
                writeOnce();
            }
        } catch (RuntimeException | Error mistake) {
            mistake.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
    }

    private void writeOnce() {
        Container container = random.nextBoolean() ? expiring : unique;
        String id = id(thread, random.nextInt(IDS_PER_THREAD));
        String json = json(id);
        switch (random.nextInt(12)) {
            case 0, 1, 2, 3 -> attempt("create", container, id, json, () -> container.create(json));
            case 4, 5, 6, 7 -> attempt("upsert", container, id, json, () -> container.upsert(json));
            case 8, 9 -> attempt("replace", container, id, json, () -> container.replace(id, json));
            case 10 -> attempt("delete", container, id, "-", () -> container.delete(id, key(id)));
            default -> attempt("purge", container, "-", "-", () -> container.purge(1 + random.nextInt(20)));
        }
    }

    private String json(String id) {
        String ttl = random.nextInt(3) == 0 ? ",\"ttl\":" + OWN_TTL_SECONDS : "";
        return "{\"id\":\"" + id + "\",\"pk\":\"t" + thread + "\",\"u\":" + random.nextInt(UNIQUE_VALUES) + ",\"n\":"
                + serial++ + ttl + "}";
    }

    private void attempt(String operation, Container container, String id, String json, Runnable call) {
        say(String.join(" ", "try", Integer.toString(thread), operation, container.id(), id, json));
        String outcome;
        try {
            call.run();
            outcome = "ack ";
        } catch (MayflyException refused) {
            if (refused.status() >= 500) {
                throw refused;
            }
            outcome = "no ";
        }
        say(outcome + thread);
    }

    private static synchronized void say(String line) {
        try {
            OUT.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException nobodyListens) {
            Runtime.getRuntime().halt(2);
        }
    }

    private static final FileOutputStream OUT = new FileOutputStream(FileDescriptor.out);
}
