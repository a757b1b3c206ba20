package org.mayflydb.app.shell;

import java.io.PrintWriter;

/** Whom results are shown to, and who may be asked. */
public interface Talk {
    PrintWriter out();

    /** Whether a person reads along, who likes to hear about charges and does not like lines without end. */
    boolean isPerson();

    /** Whether to go on after a page of rows. */
    boolean wantsMore();

    /** Whether to do what cannot be undone. */
    boolean confirms(String question);
}
