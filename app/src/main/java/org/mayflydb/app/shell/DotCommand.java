package org.mayflydb.app.shell;

import java.util.List;

/**
 * A command of the shell.
 *
 * @param name with the dot
 * @param parameters as the help shows them; empty if it takes none
 * @param most how many words may follow; {@link #REST} to take everything that follows as one word
 */
record DotCommand(String name, String parameters, int least, int most, String meaning, Action action) {
    static final int REST = -1;

    /** Runs the command with the words that follow its name. */
    @FunctionalInterface
    interface Action {
        void run(List<Word> words);
    }

    String usage() {
        return parameters.isEmpty() ? name : name + " " + parameters;
    }
}
