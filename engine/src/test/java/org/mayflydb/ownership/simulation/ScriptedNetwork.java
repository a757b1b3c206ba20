package org.mayflydb.ownership.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Everything takes a millisecond each way, unless a script says otherwise. */
final class ScriptedNetwork implements Network {
    private record Fate(Predicate<Call> calls, int request, int reply) {}

    private final List<Fate> fates = new ArrayList<>();

    /** The next call of this kind takes that long each way, or is {@link #LOST}. */
    void next(Predicate<Call> calls, int request, int reply) {
        fates.add(new Fate(calls, request, reply));
    }

    @Override
    public int requestDelay(Call call) {
        boolean cut = call.node.isCut(call);
        for (Fate fate : fates) {
            if (!cut && fate.calls.test(call)) {
                return fate.request;
            }
        }
        return cut ? LOST : 1;
    }

    @Override
    public int replyDelay(Call call) {
        for (Fate fate : fates) {
            if (fate.calls.test(call)) {
                fates.remove(fate);
                return fate.reply;
            }
        }
        return 1;
    }
}
