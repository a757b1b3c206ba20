package org.mayflydb.conformance;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Random;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.ContainerSpec;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.storage.Durability;

/**
 * A process that purges until it is killed, while another of its threads writes some of the expired items anew. It says on
 * its standard output what it does:
 *
 * <pre>
 *   step              a step of the purge begins
 *   try  id  serial   an item is about to be written
 *   ack  id           it was
 * </pre>
 */
final class CrashPurger {
    static final int LIFETIME_SECONDS = 100;
    static final int ITEMS_PER_ROUND = 1_500;

    /** Every so many items one stays. */
    static final int STAYING = 5;

    private static final int PURGERS = 2;
    private static final int STEP_ITEMS_MAX = 50;
    private static final int LOGICAL_PARTITIONS = 7;
    private static final FileOutputStream OUT = new FileOutputStream(FileDescriptor.out);

    private CrashPurger() {}

    /** Takes the directory, the second that it is, a seed, the durability and the number of the round. */
    public static void main(String[] arguments) {
        long now = Long.parseLong(arguments[1]);
        long seed = Long.parseLong(arguments[2]);
        int round = Integer.parseInt(arguments[4]);
        Mayfly mayfly = open(Path.of(arguments[0]), now, Durability.valueOf(arguments[3]));
        Container container = container(mayfly);
        for (int i = 0; i < PURGERS; i++) {
            Random random = new Random(seed + i);
            start(() -> {
                say("step");
                container.purge(1 + random.nextInt(STEP_ITEMS_MAX));
            });
        }
        Random random = new Random(seed - 1);
        start(() -> rewrite(container, round, random));
    }

    private static void rewrite(Container container, int round, Random random) {
        int number = random.nextInt(ITEMS_PER_ROUND);
        if (number % STAYING != 0) {
            String id = id(round, number);
            int serial = random.nextInt(Integer.MAX_VALUE);
            say("try " + id + " " + serial);
            container.upsert(json(id, serial, -1));
            say("ack " + id);
        }
    }

    static Mayfly open(Path directory, long now, Durability durability) {
        return Mayfly.builder()
                .clock(InstantSource.fixed(Instant.ofEpochSecond(now)))
                .backgroundPurge(false)
                .durability(durability)
                .open(directory);
    }

    /** Two partitions. */
    static Container container(Mayfly mayfly) {
        return mayfly.createDatabaseIfNotExists("crash")
                .createContainerIfNotExists(ContainerSpec.named("expiring")
                        .partitionKey("/pk")
                        .uniqueKey("/n")
                        .defaultTtlSeconds(LIFETIME_SECONDS)
                        .throughput(12_000));
    }

    static String id(int round, int number) {
        return "r" + round + "-" + number;
    }

    /** {@code ttl} is 0 for an item that inherits its lifetime. */
    static String json(String id, int serial, int ttl) {
        return "{\"id\":\"" + id + "\",\"pk\":" + Math.floorMod(id.hashCode(), LOGICAL_PARTITIONS) + ",\"n\":" + serial
                + (ttl == 0 ? "" : ",\"ttl\":" + ttl) + "}";
    }

    private static void start(Runnable step) {
        new Thread(() -> {
                    try {
                        while (true) {
                            step.run();
                        }
                    } catch (RuntimeException | Error mistake) {
                        mistake.printStackTrace();
                        Runtime.getRuntime().halt(1);
                    }
                })
                .start();
    }

    /** A line is one write to a pipe, so there are no halves of lines. */
    private static synchronized void say(String line) {
        try {
            OUT.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException nobodyListens) {
            Runtime.getRuntime().halt(2);
        }
    }
}
