package org.mayflydb.app.shell;

import java.io.PrintWriter;

/** Where results are shown, and who may be asked. */
public interface Talk {
    PrintWriter out();

    /** Whether a person reads the output, who wants to see charges and no endless lines. */
    boolean isPerson();

    /** How many columns a line may have; a terminal would wrap longer ones. {@link Integer#MAX_VALUE} if any number. */
    int width();

    /** Whether to continue after a page of rows. */
    boolean wantsMore();

    /** Asks whether to do something that cannot be undone. */
    boolean confirms(String question);
}
