package org.mayflydb.ownership.simulation;

import java.util.SplittableRandom;

/** Loses and delays at random, as much as the profile says. */
final class RandomNetwork implements Network {
    private static final int THOUSAND = 1000;

    private final SplittableRandom random;
    private final Profile profile;
    private boolean faulty = true;

    RandomNetwork(Simulation simulation, Profile profile) {
        this.random = simulation.random();
        this.profile = profile;
    }

    void heal() {
        faulty = false;
    }

    @Override
    public int requestDelay(Call call) {
        boolean cut = call.node.isCut(call);
        if (cut || (faulty && random.nextInt(THOUSAND) < profile.lostPerMille())) {
            return LOST;
        }
        if (faulty && call.isCommit() && random.nextInt(THOUSAND) < profile.latePerMille()) {
            return 1 + random.nextInt(profile.lateMillis());
        }
        return 1 + random.nextInt(8);
    }

    @Override
    public int replyDelay(Call call) {
        return faulty && random.nextInt(THOUSAND) < profile.lostPerMille() ? LOST : 1 + random.nextInt(8);
    }
}
