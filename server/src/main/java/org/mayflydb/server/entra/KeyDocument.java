package org.mayflydb.server.entra;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where the keys of an issuer are published. */
@FunctionalInterface
interface KeyDocument {
    int WAIT_MILLIS = 5000;
    long NANOS_MAX = 10_000_000_000L;
    int BLOCK_BYTES = 8 << 10;

    /** The whole document, or its beginning if it is larger than a key set may be. May wait for a bounded time. */
    byte[] read() throws IOException;

    /** The document at a location of the settings. */
    static KeyDocument at(String location) {
        URI url = EntraSettings.url(location);
        return url == null ? inFile(EntraSettings.file(location)) : published(url);
    }

    private static KeyDocument inFile(Path file) {
        return () -> {
            try (InputStream in = Files.newInputStream(file)) {
                return in.readNBytes(SigningKeys.BYTES_MAX + 1);
            }
        };
    }

    private static KeyDocument published(URI url) {
        return () -> download(url, System.nanoTime());
    }

    /** The client of the JDK that needs no threads of its own is enough for one request an hour. */
    private static byte[] download(URI url, long beginNanos) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) url.toURL().openConnection();
        connection.setConnectTimeout(WAIT_MILLIS);
        connection.setReadTimeout(WAIT_MILLIS);
        connection.setUseCaches(false);
        connection.setInstanceFollowRedirects(false);
        try (InputStream in = connection.getInputStream()) {
            if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) {
                throw new IOException("the status is " + connection.getResponseCode());
            }
            return read(in, beginNanos);
        } finally {
            connection.disconnect();
        }
    }

    /** A server that sends a byte every few seconds must not hold up the thread either. */
    private static byte[] read(InputStream in, long beginNanos) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] block = new byte[BLOCK_BYTES];
        int count = in.read(block);
        while (count >= 0 && bytes.size() <= SigningKeys.BYTES_MAX) {
            bytes.write(block, 0, count);
            if (System.nanoTime() - beginNanos > NANOS_MAX) {
                throw new IOException("it takes longer than 10 seconds");
            }
            count = in.read(block);
        }
        return bytes.toByteArray();
    }
}
