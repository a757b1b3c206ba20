package org.mayflydb.json.binary;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/**
 * Writes each value in one of the forms that it may have, drawn at random: all widths of lengths and numbers, references,
 * packed strings, uniform arrays. Made from the description of the format alone, so it shares no code with what it tests.
 */
public final class RandomBinary {
    private static final String DATE_TIME = " 0123456789:-.TZ";
    private static final String GUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

    private final Random random;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** What was written before as a plain string, and where. */
    private final Map<String, Integer> written = new HashMap<>();

    private RandomBinary(Random random) {
        this.random = random;
    }

    /** The value must have no number that is not finite as a double, and no half of a surrogate pair. */
    public static byte[] write(JsonValue value, Random random) {
        RandomBinary binary = new RandomBinary(random);
        binary.out.write(0x80);
        binary.value(value);
        return binary.out.toByteArray();
    }

    private void value(JsonValue value) {
        if (value instanceof JsonObject object) {
            object(object);
        } else if (value instanceof JsonArray array) {
            array(array);
        } else if (value instanceof JsonString string) {
            string(string.value());
        } else if (value instanceof JsonNumber number) {
            number(number);
        } else if (value instanceof JsonBoolean truth) {
            out.write(truth.value() ? 0xD2 : 0xD1);
        } else {
            out.write(0xD0);
        }
    }

    private void object(JsonObject object) {
        List<Runnable> parts = new ArrayList<>();
        object.members()
                .forEach((name, member) -> parts.add(() -> {
                    string(name);
                    value(member);
                }));
        container(parts, 0xE8, size(object));
    }

    private void array(JsonArray array) {
        byte[] uniform = random.nextBoolean() ? uniform(array) : null;
        if (uniform != null) {
            out.writeBytes(uniform);
            return;
        }
        List<Runnable> parts = new ArrayList<>();
        array.elements().forEach(element -> parts.add(() -> value(element)));
        container(parts, 0xE0, size(array));
    }

    /** More bytes than the value can take. */
    private static long size(JsonValue value) {
        return 9L * value.toBytes().length;
    }

    private void container(List<Runnable> parts, int empty, long sizeMax) {
        if (parts.isEmpty() && random.nextBoolean()) {
            out.write(empty);
            return;
        }
        if (parts.size() == 1 && random.nextBoolean()) {
            out.write(empty + 1);
            parts.get(0).run();
            return;
        }
        int least = sizeMax <= 0xFF ? 0 : sizeMax <= 0xFFFF ? 1 : 2;
        int width = least + random.nextInt(3 - least);
        boolean counted = random.nextBoolean();
        out.write(empty + (counted ? 5 : 2) + width);
        int lengthAt = out.size();
        out.writeBytes(littleEndian(0, 1 << width));
        if (counted) {
            // Nobody is to rely on it.
            out.writeBytes(littleEndian(random.nextInt(3) == 0 ? random.nextInt() : parts.size(), 1 << width));
        }
        int start = out.size();
        parts.forEach(Runnable::run);
        patch(lengthAt, littleEndian(out.size() - start, 1 << width));
    }

    private void patch(int at, byte[] bytes) {
        byte[] all = out.toByteArray();
        System.arraycopy(bytes, 0, all, at, bytes.length);
        out.reset();
        out.writeBytes(all);
    }

    /** An array of small whole numbers without markers, or null if it is something else. */
    private static byte @Nullable [] uniform(JsonArray array) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int count = array.elements().size();
        if (count > 0xFF) {
            return null;
        }
        bytes.writeBytes(new byte[] {(byte) 0xF0, (byte) 0xCE, (byte) count});
        for (JsonValue element : array.elements()) {
            if (!(element instanceof JsonNumber number)
                    || Math.abs(number.doubleValue()) > 1e15
                    || isNegativeZero(number)) {
                return null;
            }
            bytes.writeBytes(littleEndian(Double.doubleToRawLongBits(number.doubleValue()), 8));
        }
        return bytes.toByteArray();
    }

    private static boolean isNegativeZero(JsonNumber number) {
        return number.doubleValue() == 0 && Double.doubleToRawLongBits(number.doubleValue()) != 0;
    }

    private void number(JsonNumber number) {
        Long whole = isNegativeZero(number) ? null : number.exactLong();
        boolean exact = whole != null && (Math.abs(whole) <= 1L << 53) && whole != Long.MIN_VALUE;
        if (whole == null || (exact && random.nextInt(8) == 0)) {
            marked(0xCC, Double.doubleToRawLongBits(number.doubleValue()), 8);
        } else if (whole >= 0 && whole < 32 && random.nextInt(4) > 0) {
            out.write(whole.intValue());
        } else if (whole >= 0 && whole < 256 && random.nextBoolean()) {
            marked(0xC8, whole, 1);
        } else if (whole == whole.shortValue() && random.nextBoolean()) {
            marked(0xC9, whole, 2);
        } else if (whole == whole.intValue() && random.nextBoolean()) {
            marked(0xCA, whole, 4);
        } else {
            marked(whole >= 0 && random.nextBoolean() ? 0xC7 : 0xCB, whole, 8);
        }
    }

    private void marked(int marker, long value, int size) {
        out.write(marker);
        out.writeBytes(littleEndian(value, size));
    }

    private static byte[] littleEndian(long value, int size) {
        byte[] all = ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(value)
                .array();
        return Arrays.copyOf(all, size);
    }

    private void string(String text) {
        Integer before = written.get(text);
        if (before != null && random.nextInt(4) > 0) {
            int least = before <= 0xFF ? 1 : before <= 0xFFFF ? 2 : before <= 0xFF_FFFF ? 3 : 4;
            int size = least + random.nextInt(5 - least);
            marked(0xC3 + size - 1, before, size);
            return;
        }
        if (random.nextInt(3) == 0 || !compressed(text)) {
            plain(text);
        }
    }

    private void plain(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        written.put(text, out.size());
        if (utf8.length < 64 && random.nextInt(4) > 0) {
            out.write(0x80 + utf8.length);
        } else {
            int least = utf8.length <= 0xFF ? 0 : utf8.length <= 0xFFFF ? 1 : 2;
            int width = least + random.nextInt(3 - least);
            marked(0xC0 + width, utf8.length, 1 << width);
        }
        out.writeBytes(utf8);
    }

    /** Writes what has a shorter form in it; false if the string has none. */
    private boolean compressed(String text) {
        int system = SystemNames.ALL.indexOf(text);
        if (system >= 0) {
            written.put(text, out.size());
            out.write(0x20 + system);
            return true;
        }
        String lower = text.toLowerCase(Locale.ROOT);
        if (lower.matches(GUID) && (text.equals(lower) || text.equals(text.toUpperCase(Locale.ROOT)))) {
            out.write(text.equals(lower) ? 0x75 : 0x76);
            halves(lower.replace("-", ""), "0123456789abcdef");
            return true;
        }
        if (text.matches("\"" + GUID + "\"")) {
            out.write(0x77);
            halves(text.replace("-", "").replace("\"", ""), "0123456789abcdef");
            return true;
        }
        return text.length() <= 0xFF && text.chars().allMatch(c -> c < 0x80) && packed(text);
    }

    private boolean packed(String text) {
        List<Runnable> forms = new ArrayList<>();
        addHalves(forms, text, 0x78, "0123456789abcdef");
        addHalves(forms, text, 0x79, "0123456789ABCDEF");
        addHalves(forms, text, 0x7A, DATE_TIME);
        addBits(forms, text);
        addBase64(forms, text);
        forms.get(random.nextInt(forms.size())).run();
        return true;
    }

    private void addHalves(List<Runnable> forms, String text, int marker, String alphabet) {
        if (text.chars().allMatch(c -> alphabet.indexOf(c) >= 0)) {
            forms.add(() -> {
                marked(marker, text.length(), 1);
                halves(text, alphabet);
            });
        }
    }

    private void halves(String text, String alphabet) {
        for (int i = 0; i < text.length(); i += 2) {
            int first = alphabet.indexOf(text.charAt(i));
            int second = i + 1 < text.length() ? alphabet.indexOf(text.charAt(i + 1)) : 0;
            out.write(first | second << 4);
        }
    }

    private void addBits(List<Runnable> forms, String text) {
        int least = text.chars().min().orElse(0);
        int most = text.chars().max().orElse(0);
        for (int bits = 4; bits <= 6; bits++) {
            int used = bits;
            if (most - least < 1 << bits) {
                forms.add(() -> {
                    marked(0x7B + used - 4, text.length(), 1);
                    out.write(least);
                    bits(text, used, least);
                });
            }
        }
        forms.add(() -> {
            boolean wide = random.nextBoolean();
            marked(wide ? 0x7F : 0x7E, text.length(), wide ? 2 : 1);
            bits(text, 7, 0);
        });
    }

    private void bits(String text, int bits, int base) {
        int pending = 0;
        int count = 0;
        for (int i = 0; i < text.length(); i++) {
            pending |= (text.charAt(i) - base) << count;
            count += bits;
            while (count >= 8) {
                out.write(pending);
                pending >>>= 8;
                count -= 8;
            }
        }
        if (count > 0) {
            // The bits that are left over mean nothing.
            out.write(pending | random.nextInt(256) << count);
        }
    }

    private void addBase64(List<Runnable> forms, String text) {
        if (text.isEmpty() || text.length() % 4 != 0) {
            return;
        }
        for (int url = 0; url < 2; url++) {
            int marker = url == 0 ? 0x71 : 0x73;
            Base64.Decoder decoder = url == 0 ? Base64.getDecoder() : Base64.getUrlDecoder();
            Base64.Encoder encoder = url == 0 ? Base64.getEncoder() : Base64.getUrlEncoder();
            try {
                byte[] bytes = decoder.decode(text);
                if (encoder.encodeToString(bytes).equals(text)) {
                    int padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
                    forms.add(() -> {
                        boolean wide = random.nextBoolean();
                        marked(wide ? marker + 1 : marker, text.length() / 4, wide ? 2 : 1);
                        out.write(padding);
                        out.writeBytes(bytes);
                    });
                }
            } catch (IllegalArgumentException notBase64) {
                // it has another form
            }
        }
    }
}
