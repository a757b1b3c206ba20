package org.mayflydb.app.shell;

import java.util.List;

/**
 * What a line that begins with a dot may do.
 *
 * @param name with the dot
 * @param parameters for people; empty if it takes none
 * @param most how many words may follow
 */
record DotCommand(String name, String parameters, int least, int most, String meaning, Action action) {
    /** Does it, with the words that follow the name. */
    @FunctionalInterface
    interface Action {
        void run(List<Word> words);
    }

    String usage() {
        return parameters.isEmpty() ? name : name + " " + parameters;
    }
}
