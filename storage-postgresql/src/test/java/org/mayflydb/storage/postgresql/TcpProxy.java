package org.mayflydb.storage.postgresql;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Stands between a store and its server, and cuts connections when a test says so. */
final class TcpProxy implements AutoCloseable {
    private final ServerSocket listener;
    private final int target;
    private final List<Socket> clients = new CopyOnWriteArrayList<>();
    private final List<Socket> all = new CopyOnWriteArrayList<>();

    TcpProxy(int target) throws IOException {
        this.target = target;
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
                start(() -> copy(client, server));
                start(() -> copy(server, client));
            }
        } catch (IOException closed) {
            // The test has ended.
        }
    }

    private static void copy(Socket from, Socket to) {
        try {
            InputStream input = from.getInputStream();
            OutputStream output = to.getOutputStream();
            input.transferTo(output);
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
