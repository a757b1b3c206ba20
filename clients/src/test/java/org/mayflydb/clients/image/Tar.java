package org.mayflydb.clients.image;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/** An archive of one file, as an engine hands it out. */
final class Tar {
    private static final int BLOCK = 512;

    private Tar() {}

    static byte[] of(Path file) throws IOException {
        byte[] content = Files.readAllBytes(file);
        byte[] header = new byte[BLOCK];
        put(header, 0, file.getFileName().toString());
        put(header, 100, "0000644");
        put(header, 108, "0000000");
        put(header, 116, "0000000");
        put(header, 124, String.format(Locale.ROOT, "%011o", content.length));
        put(header, 136, "00000000000");
        put(header, 148, "        ");
        put(header, 156, "0");
        put(header, 257, "ustar");
        put(header, 263, "00");
        int sum = 0;
        for (byte each : header) {
            sum += each & 0xff;
        }
        put(header, 148, String.format(Locale.ROOT, "%06o\0 ", sum));
        ByteArrayOutputStream archive = new ByteArrayOutputStream();
        archive.write(header);
        archive.write(Arrays.copyOf(content, (content.length + BLOCK - 1) / BLOCK * BLOCK));
        archive.write(new byte[2 * BLOCK]);
        return archive.toByteArray();
    }

    private static void put(byte[] header, int offset, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(bytes, 0, header, offset, bytes.length);
    }
}
