package org.mayflydb.app;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * Asks a server whether it is ready. By a plain socket: health checks ask every few seconds in a process of their own, and
 * loading an HTTP client would take most of its time.
 */
record ReadyQuestion(InetSocketAddress server) {
    private static final String REQUEST = "GET /ready HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    private static final int TIMEOUT_MILLIS = 5_000;
    private static final int ANSWER_BYTES_MAX = 65_536;

    /** To a server on this machine. */
    static ReadyQuestion to(int port) {
        return new ReadyQuestion(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    /** Whether it says that it is ready; not if there is nobody to ask. */
    boolean isAnsweredWithYes() {
        return ask().isReady();
    }

    /** Asks once. */
    ReadyAnswer ask() {
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.connect(server, TIMEOUT_MILLIS);
            socket.getOutputStream().write(REQUEST.getBytes(StandardCharsets.US_ASCII));
            byte[] answer = socket.getInputStream().readNBytes(ANSWER_BYTES_MAX);
            return ReadyAnswer.of(new String(answer, StandardCharsets.UTF_8));
        } catch (IOException nobodyThere) {
            return ReadyAnswer.NONE;
        }
    }
}
