package org.mayflydb.bench.hostile;

import java.io.IOException;
import java.util.Random;
import java.util.regex.Pattern;

/**
 * A way to treat a server badly.
 *
 * @param expected matches every outcome that is right: a status that Azure Cosmos DB would return, or a closed connection
 */
record Attack(String name, Pace pace, Pattern expected, Act act) {

    /** How often an attack is repeated, so that attackers do not simply use up the processors. */
    enum Pace {
        /** Costs little; all of these take turns, some a second. */
        CHEAP,
        /** Makes the server compute; one at a time, with a pause several times as long as it took. */
        COSTLY,
        /** Holds connections without doing anything; all at the same time. */
        HELD
    }

    /** What is done, once. */
    interface Act {
        /** Returns what the server did: a status, {@code closed}, or what the attack itself did last. */
        String once(Target target, Random random) throws IOException;
    }

    static Attack cheap(String name, String expected, Act act) {
        return new Attack(name, Pace.CHEAP, Pattern.compile(expected), act);
    }

    static Attack costly(String name, String expected, Act act) {
        return new Attack(name, Pace.COSTLY, Pattern.compile(expected), act);
    }

    static Attack held(String name, String expected, Act act) {
        return new Attack(name, Pace.HELD, Pattern.compile(expected), act);
    }
}
