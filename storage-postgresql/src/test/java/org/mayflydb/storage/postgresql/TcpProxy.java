package org.mayflydb.storage.postgresql;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/** Stands between a store and its server, and cuts connections when a test says so. */
final class TcpProxy implements AutoCloseable {
    private final ServerSocket listener;
    private final int target;
    private final List<Socket> clients = new CopyOnWriteArrayList<>();
    private final List<Socket> all = new CopyOnWriteArrayList<>();

    private final UnaryOperator<String> replies;

    TcpProxy(int target) throws IOException {
        this(target, UnaryOperator.identity());
    }

    /** @param replies changes what the server says, a piece at a time, as ISO 8859-1 of the same length */
    TcpProxy(int target, UnaryOperator<String> replies) throws IOException {
        this.target = target;
        this.replies = replies;
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                clients.add(client);
                all.addAll(List.of(client, server));
                start(() -> copy(client, server, UnaryOperator.identity()));
                start(() -> copy(server, client, replies));
            }
        } catch (IOException closed) {
            // The test has ended.
        }
    }

    private static void copy(Socket from, Socket to, UnaryOperator<String> change) {
        try {
            InputStream input = from.getInputStream();
            OutputStream output = to.getOutputStream();
            byte[] piece = new byte[8_192];
            for (int read = input.read(piece); read >= 0; read = input.read(piece)) {
                String changed = change.apply(new String(piece, 0, read, StandardCharsets.ISO_8859_1));
                output.write(changed.getBytes(StandardCharsets.ISO_8859_1));
            }
        } catch (IOException cut) {
            // The other direction ends too.
        }
    }

    /** Cuts all clients off. The server does not notice before it responds. */
    void cut() {
        try {
            for (Socket client : clients) {
                client.close();
            }
            clients.clear();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket each : all) {
            each.close();
        }
    }
}
