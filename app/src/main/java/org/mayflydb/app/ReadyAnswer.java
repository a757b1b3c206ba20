package org.mayflydb.app;

/**
 * What a server says when it is asked whether it is ready.
 *
 * @param text its words; empty if it did not answer
 */
record ReadyAnswer(boolean isReady, String text) {
    static final ReadyAnswer NONE = new ReadyAnswer(false, "");

    /** Takes a response apart, from its status line to its end. */
    static ReadyAnswer of(String response) {
        int body = response.indexOf("\r\n\r\n");
        return new ReadyAnswer(
                response.startsWith("HTTP/1.1 200 "),
                body < 0 ? "" : response.substring(body).strip());
    }
}
