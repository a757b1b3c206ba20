package org.mayflydb.app.shell;

import java.io.PrintWriter;
import org.mayflydb.base.BadRequestException;

/**
 * Prints to a file or a pipe, without a person to ask.
 *
 * @param yes true if everything was confirmed beforehand
 */
public record FileTalk(PrintWriter out, boolean yes) implements Talk {
    @Override
    public boolean isPerson() {
        return false;
    }

    @Override
    public int width() {
        return Integer.MAX_VALUE;
    }

    @Override
    public boolean wantsMore() {
        return true;
    }

    @Override
    public boolean confirms(String question) {
        if (!yes) {
            throw new BadRequestException(question + " Pass --yes to confirm it.");
        }
        return true;
    }
}
