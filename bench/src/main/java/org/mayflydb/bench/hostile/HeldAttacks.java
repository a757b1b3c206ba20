package org.mayflydb.bench.hostile;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.mayflydb.bench.server.DirectClient;
import org.mayflydb.bench.server.DirectMessages;

/** Attacks that hold many connections for long. The server has to end them; one that does not is found out. */
final class HeldAttacks {
    private static final int CONNECTIONS = 50;
    private static final int MANY_CONNECTIONS = 400;

    /** The server waits 30 s for a request to arrive, or for a client to read. */
    private static final int HELD_SECONDS_MAX = 75;

    /** Before that, a request has waited 16 s for memory, and its response 30 s for a client to read. */
    private static final int CLOSED_SECONDS = 50;

    /** Up to here a response tells its status. */
    private static final int STATUS_BYTES = 12;

    private HeldAttacks() {}

    /** How a connection is begun, and what is sent over it every second after that; nothing if that is empty. */
    private record Habit(Opening opening, String everySecond) {}

    private interface Opening {
        Socket open(Target target, Random random) throws IOException;
    }

    static List<Attack> all() {
        return List.of(
                Attack.held("slow heads", "closed", hold(HeldAttacks::slowHead, "a: b\r\n")),
                Attack.held("slow bodies", "closed", hold(HeldAttacks::slowBody, "a")),
                Attack.held("large responses left unread", "closed", hold(HeldAttacks::unread, "")),
                Attack.held("stalled handshakes", "closed", hold(HeldAttacks::halfHello, "")),
                Attack.held("stalled handshakes in direct mode", "closed", hold(HeldAttacks::halfDirectHello, "")),
                Attack.held("direct mode without a context", "closed", hold(HeldAttacks::noContext, "")),
                Attack.held("half a message in direct mode", "closed", hold(HeldAttacks::halfMessage, "")),
                Attack.held("direct responses left unread", "closed", hold(HeldAttacks::directUnread, "")),
                Attack.held("half-open connections", "closed", hold(HeldAttacks::halfOpen, "")),
                Attack.held("idle connections", "left", HeldAttacks::idle),
                Attack.held("idle connections in direct mode", "left", HeldAttacks::directIdle));
    }

    /** Opens connections that behave like this, and watches until the server has closed all of them. */
    private static Attack.Act hold(Opening opening, String everySecond) {
        Habit habit = new Habit(opening, everySecond);
        return (target, random) -> hold(target, random, habit);
    }

    private static String hold(Target target, Random random, Habit habit) throws IOException {
        List<Socket> open = new ArrayList<>();
        boolean refused = false;
        try {
            for (int i = 0; i < CONNECTIONS; i++) {
                open.add(habit.opening.open(target, random));
            }
            for (int second = 0; second < HELD_SECONDS_MAX; second++) {
                if (!target.rest(1000)) {
                    return "interrupted";
                }
                if (!habit.everySecond.isEmpty()) {
                    open.removeIf(socket -> !write(socket, habit.everySecond));
                } else if (second >= CLOSED_SECONDS) {
                    // To look is to read, which these clients must not do before.
                    for (Iterator<Socket> each = open.iterator(); each.hasNext(); ) {
                        Socket socket = each.next();
                        byte[] start = new byte[STATUS_BYTES];
                        if (Target.isClosed(socket, start)) {
                            each.remove();
                        } else if (isRefusal(start)) {
                            // Nothing is left unread, so the server need not close it.
                            refused = true;
                            socket.close();
                            each.remove();
                        }
                    }
                }
                if (open.isEmpty()) {
                    return refused ? "429" : "closed";
                }
            }
            return open.size() + " still open";
        } finally {
            for (Socket socket : open) {
                socket.close();
            }
        }
    }

    /** Whether a response begins like this that refuses the request for lack of memory, over HTTP or in direct mode. */
    private static boolean isRefusal(byte[] start) {
        return new String(start, StandardCharsets.ISO_8859_1).startsWith("HTTP/1.1 429")
                || ByteBuffer.wrap(start).order(ByteOrder.LITTLE_ENDIAN).getInt(Integer.BYTES) == 429;
    }

    private static boolean write(Socket socket, String text) {
        try {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
            return true;
        } catch (IOException closed) {
            return false;
        }
    }

    private static Socket plain(int port, byte[] bytes) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.getOutputStream().write(bytes);
        return socket;
    }

    private static Socket slowHead(Target target, Random random) throws IOException {
        return plain(target.port(), target.head().getBytes(StandardCharsets.ISO_8859_1));
    }

    private static Socket slowBody(Target target, Random random) throws IOException {
        String start = target.head() + "content-length: 1000000\r\n\r\n{";
        return plain(target.port(), start.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Four lists of 2 MB each; the buffers of the system hold less than that. */
    private static Socket unread(Target target, Random random) throws IOException {
        String list = target.request("GET", Target.DOCUMENTS, Map.of(), "").text();
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4096);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target.port()));
        socket.getOutputStream().write(list.repeat(4).getBytes(StandardCharsets.ISO_8859_1));
        return socket;
    }

    private static Socket halfHello(Target target, Random random) throws IOException {
        return plain(target.port(), new byte[] {0x16, 3, 1, 1, 0, 1, 0, 0, (byte) 0xFC, 3, 3});
    }

    private static Socket halfDirectHello(Target target, Random random) throws IOException {
        return plain(target.directPort(), new byte[] {0x16, 3, 1, 1, 0, 1, 0, 0, (byte) 0xFC, 3, 3});
    }

    private static Socket noContext(Target target, Random random) throws IOException {
        Socket socket = DirectClient.tlsSocket(target.directPort());
        socket.getOutputStream().write(DirectMessages.context(), 0, 10);
        return socket;
    }

    private static Socket halfMessage(Target target, Random random) throws IOException {
        DirectClient client = DirectClient.connect(target.directPort());
        byte[] message = target.direct("GET", "", Map.of(), "", target.replicaPath());
        client.socket().getOutputStream().write(message, 0, 1 + random.nextInt(message.length - 1));
        return client.socket();
    }

    private static Socket directUnread(Target target, Random random) throws IOException {
        DirectClient client = DirectClient.connect(target.directPort());
        byte[] list = target.direct("GET", "", Map.of(Target.KEY, "[\"t\"]"), "", target.replicaPath());
        for (int i = 0; i < 8; i++) {
            client.send(list);
        }
        return client.socket();
    }

    /** Says that it will send no more, in the middle of a request, and waits for a response. */
    private static Socket halfOpen(Target target, Random random) throws IOException {
        Socket socket = slowBody(target, random);
        socket.shutdownOutput();
        return socket;
    }

    private static String idle(Target target, Random random) throws IOException {
        return crowd(target, () -> plain(target.port(), new byte[0]));
    }

    private static String directIdle(Target target, Random random) throws IOException {
        return crowd(target, () -> plain(target.directPort(), new byte[0]));
    }

    private interface Connector {
        Socket connect() throws IOException;
    }

    /** Opens many connections at once, waits for a while and closes them. */
    private static String crowd(Target target, Connector connector) throws IOException {
        List<Socket> open = new ArrayList<>();
        try {
            for (int i = 0; i < MANY_CONNECTIONS; i++) {
                open.add(connector.connect());
            }
            for (int second = 0; second < 20; second++) {
                if (!target.rest(1000)) {
                    return "interrupted";
                }
            }
            return "left";
        } finally {
            for (Socket socket : open) {
                socket.close();
            }
        }
    }
}
