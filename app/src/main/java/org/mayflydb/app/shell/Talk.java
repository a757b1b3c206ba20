package org.mayflydb.app.shell;

import java.io.PrintWriter;

/** The output of the shell, and the person at the terminal if there is one. */
public interface Talk {
    PrintWriter out();

    /** Returns true if a person reads the output: it then shows request charges, and long lines are cut. */
    boolean isPerson();

    /** Returns the number of columns of the terminal, or {@link Integer#MAX_VALUE} if there is none. */
    int width();

    /** Asks whether to show another page of rows. */
    boolean wantsMore();

    /**
     * Asks for a confirmation of something that cannot be undone.
     *
     * @throws org.mayflydb.base.BadRequestException if there is no person to ask, and no confirmation was given beforehand
     */
    boolean confirms(String question);
}
