package org.mayflydb.app.endpoint;

/** The exit codes of all commands that talk to an endpoint. */
public final class Exit {
    /** Success. */
    public static final int OK = 0;

    /** A request failed. */
    public static final int FAILED = 1;

    /** The command line is wrong. */
    public static final int USAGE = 2;

    /** The endpoint could not be reached, or did not answer. */
    public static final int UNREACHABLE = 3;

    /** The endpoint refused the key, or the key may not do that. */
    public static final int REFUSED = 4;

    /** Lines for the help of a command, as picocli wants them. */
    public static final String OK_TEXT = "0:success";

    public static final String FAILED_TEXT = "1:a request failed";
    public static final String USAGE_TEXT = "2:the command line is wrong";
    public static final String UNREACHABLE_TEXT = "3:the endpoint could not be reached";
    public static final String REFUSED_TEXT = "4:the endpoint refused the key, or the key may not do that";

    private Exit() {}
}
