package org.mayflydb.app.endpoint;

/** The exit codes of all commands that talk to an endpoint. */
public final class Exit {
    /** Everything was done. */
    public static final int OK = 0;

    /** The endpoint was asked and something failed. */
    public static final int FAILED = 1;

    /** The command was not understood. */
    public static final int USAGE = 2;

    /** The endpoint could not be reached, or did not answer. */
    public static final int UNREACHABLE = 3;

    /** The endpoint does not accept the key, or does not let it do that. */
    public static final int REFUSED = 4;

    /** Lines for the help of a command, as picocli wants them. */
    public static final String OK_TEXT = "0:everything was done";

    public static final String FAILED_TEXT = "1:the endpoint was asked and something failed";
    public static final String USAGE_TEXT = "2:the command was not understood";
    public static final String UNREACHABLE_TEXT = "3:the endpoint could not be reached";
    public static final String REFUSED_TEXT = "4:the endpoint refused the key, or what the key may do";

    private Exit() {}
}
