package org.mayflydb.bench;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Random;

/** The items that are measured with: fifteen properties, about a kilobyte of JSON, different for every number. */
public final class SampleItem {
    /** Where an item has its partition key. */
    public static final String PARTITION_KEY_PATH = "/tenant";

    /** Logical partitions; those of a large container hold many items each. */
    public static final int TENANTS = 1000;

    /** How many items of a logical partition are in a batch. */
    static final int BATCH_ITEMS = 10;

    private static final HexFormat HEX = HexFormat.of();

    private SampleItem() {}

    /** The id of an item: its number with ten digits. */
    public static String id(int number) {
        return String.format(Locale.ROOT, "item-%010d", number);
    }

    /** The number that {@link #id} made this of. */
    public static int number(String id) {
        return Integer.parseInt(id.substring("item-".length()), 10);
    }

    /** The partition key of an item. */
    public static String tenant(int number) {
        return "tenant-" + number % TENANTS;
    }

    /** Which ten items of its logical partition an item belongs to. */
    static int batch(int number) {
        return number / (TENANTS * BATCH_ITEMS);
    }

    /** The JSON of an item that inherits its lifetime. */
    public static byte[] json(int number) {
        return json(number, "");
    }

    /** The JSON of an item with a lifetime of its own. */
    public static byte[] json(int number, int ttlSeconds) {
        return json(number, ",\"ttl\":" + ttlSeconds);
    }

    private static byte[] json(int number, String ttlMember) {
        Random random = new Random(number);
        String text = "{\"id\":\"" + id(number)
                + "\",\"tenant\":\"" + tenant(number)
                + "\",\"customer\":\"" + hex(random, 8)
                + "\",\"status\":\"" + (random.nextBoolean() ? "shipped" : "waiting")
                + "\",\"amount\":" + random.nextInt(100_000) / 100.0
                + ",\"quantity\":" + random.nextInt(100)
                + ",\"weight\":" + random.nextInt(10_000)
                + ",\"express\":" + random.nextBoolean()
                + ",\"batch\":" + batch(number)
                + ",\"street\":\"" + hex(random, 20)
                + "\",\"city\":\"" + hex(random, 10)
                + "\",\"country\":\"DE\",\"email\":\"" + hex(random, 6)
                + "@example.org\",\"note\":\"" + hex(random, 150)
                + "\",\"payload\":\"" + hex(random, 120) + "\"" + ttlMember + "}";
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String hex(Random random, int bytes) {
        byte[] drawn = new byte[bytes];
        random.nextBytes(drawn);
        return HEX.formatHex(drawn);
    }
}
