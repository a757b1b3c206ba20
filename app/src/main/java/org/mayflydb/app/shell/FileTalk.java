package org.mayflydb.app.shell;

import java.io.PrintWriter;
import org.mayflydb.base.BadRequestException;

/**
 * Prints into a file or a pipe, where nobody answers.
 *
 * @param yes whether everything was confirmed beforehand
 */
public record FileTalk(PrintWriter out, boolean yes) implements Talk {
    @Override
    public boolean isPerson() {
        return false;
    }

    @Override
    public boolean wantsMore() {
        return true;
    }

    @Override
    public boolean confirms(String question) {
        if (!yes) {
            throw new BadRequestException("Nobody is here to confirm that: give --yes to do it.");
        }
        return true;
    }
}
