package org.mayflydb.ownership.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mayflydb.ownership.simulation.Invariants.Invariant;

/** Every planted bug is found by its script, which runs clean without it. */
class PlantedBugTest {
    private record Directed(Invariant finds, Consumer<Scenario> script) {}

    @ParameterizedTest
    @EnumSource(PlantedBug.class)
    void scriptFindsTheBug(PlantedBug bug) {
        Directed directed = directed(bug);
        Scenario scenario = new Scenario(bug.deviation());
        directed.script.accept(scenario);
        assertThat(scenario.simulation.violations())
                .as(bug + ": " + scenario.simulation.invariants().messages())
                .containsKey(directed.finds);
    }

    @ParameterizedTest
    @EnumSource(PlantedBug.class)
    void scriptRunsCleanByTheRules(PlantedBug bug) {
        Scenario scenario = new Scenario(Deviation.NONE);
        directed(bug).script.accept(scenario);
        assertThat(scenario.simulation.invariants().messages()).isEmpty();
    }

    @Test
    void childrenThatNobodyNamedAreCollected() {
        Scenario scenario = new Scenario(Deviation.NONE);
        CatalogScripts.ownerCrashesBeforeItNamesTheChildren(scenario);
        assertThat(scenario.simulation.invariants().messages()).isEmpty();
    }

    private static Directed directed(PlantedBug bug) {
        return switch (bug) {
            case RENEWAL_AFTER_DEATH -> new Directed(Invariant.I4_LINEARIZABLE, LeaseScripts::nodeContinuesAfterDeath);
            case LEASE_COUNTED_FROM_THE_REPLY ->
                new Directed(Invariant.I4_LINEARIZABLE, LeaseScripts::acknowledgementIsReadLate);
            case UNACKNOWLEDGED_RENEWAL_COUNTED ->
                new Directed(Invariant.I4_LINEARIZABLE, LeaseScripts::renewalsGetLost);
            case ACQUIRE_FROM_A_NODE_THAT_LOOKS_LATE ->
                new Directed(Invariant.I4_LINEARIZABLE, LeaseScripts::otherNodeLooksLate);
            case SHORT_WATCH -> new Directed(Invariant.I4_LINEARIZABLE, LeaseScripts::nodeIsWatchedTooShort);
            case UNCONDITIONAL_DECLARE_DEAD ->
                new Directed(Invariant.I4_LINEARIZABLE, LeaseScripts::nodeRenewsBeforeItIsDeclaredDead);
            case FLOOR_OMITTED -> new Directed(Invariant.I3_EXPIRED_AGAIN, LeaseScripts::slowerClockTakesOver);
            case FLOOR_LOST_WITH_ITS_RECORD ->
                new Directed(Invariant.I3_EXPIRED_AGAIN, LeaseScripts::recordIsCollectedBeforeTakeOver);
            case VALID_UNTIL_FALLING ->
                new Directed(Invariant.I3_EXPIRED_AGAIN, LeaseScripts::clockIsSetBackBeforeTakeOver);
            case RELEASE_WITHOUT_FLOOR ->
                new Directed(Invariant.I3_EXPIRED_AGAIN, LeaseScripts::partitionIsReleasedToASlowerClock);
            case NOW_BEYOND_THE_LEASE ->
                new Directed(Invariant.I3_EXPIRED_AGAIN, LeaseScripts::clockRunsAheadOfTheLease);
            case NO_FENCE_AFTER_UNKNOWN, UNKNOWN_SETTLED_BY_ONE_READ ->
                new Directed(Invariant.I4_LINEARIZABLE, LeaseScripts::writeArrivesLate);
            case HEAD_VALUE_USED_TWICE ->
                new Directed(Invariant.I5_OLD_RULE, LeaseScripts::fenceLooksLikeTheCommitItFences);
            case UNCONDITIONAL_PURGE -> new Directed(Invariant.I1_OLD_OWNER, LeaseScripts::purgeArrivesLate);
            case UNCONDITIONAL_CATALOG_COMMIT ->
                new Directed(Invariant.I10_CREATED, CatalogScripts::catalogChangeArrivesLate);
            case EPOCH_NOT_RAISED -> new Directed(Invariant.I8_SERVED, CatalogScripts::ruleChangesAfterADoubt);
            case CATALOG_READ_BEFORE_ACQUIRE ->
                new Directed(Invariant.I5_OLD_RULE, CatalogScripts::ruleChangesDuringAnAcquire);
            case NO_BARRIER -> new Directed(Invariant.I5_OLD_RULE, CatalogScripts::ownerMissesAChange);
            case NO_OP_WITHOUT_BARRIER -> new Directed(Invariant.I5_OLD_RULE, CatalogScripts::changeIsRepeated);
            case RULE_SWITCHED_OUTSIDE_THE_TURN ->
                new Directed(Invariant.I5_OLD_RULE, CatalogScripts::ruleChangesDuringAPurge);
            case LEASE_CHECKED_BEFORE_THE_READ ->
                new Directed(Invariant.I4_LINEARIZABLE, LeaseScripts::queryIsInterrupted);
            case OWNER_LOOKED_UP_IN_THE_LAST_POLL ->
                new Directed(Invariant.I4_LINEARIZABLE, LeaseScripts::ownerIsNewerThanTheLastPoll);
            case ACQUIRE_INSTALLED_AFTER_A_NEW_REGISTRATION ->
                new Directed(Invariant.I4_LINEARIZABLE, LeaseScripts::acquireContinuesAfterANewRegistration);
            case SPLIT_WITHOUT_FENCE ->
                new Directed(Invariant.I7_SPLIT, CatalogScripts::parentIsAcquiredBeforeTheSwitch);
            case SPLIT_WITHOUT_LAST_COPY ->
                new Directed(Invariant.I7_SPLIT, CatalogScripts::itemIsWrittenDuringTheCopy);
            case SPLIT_WITH_UNCONDITIONAL_COPY -> new Directed(Invariant.I7_SPLIT, CatalogScripts::copyArrivesLate);
            case SPLIT_SWITCHED_AFTER_A_DELETE ->
                new Directed(Invariant.I11_COLLECTED, CatalogScripts::containerIsDeletedBeforeTheSwitch);
            case COLLECTION_BY_AN_OLD_CATALOG ->
                new Directed(Invariant.I11_COLLECTED, CatalogScripts::childBecomesAParent);
            case DELETE_WITHOUT_BARRIER, BARRIER_OVER_THE_MAP_ONLY ->
                new Directed(Invariant.I9_DELETED, CatalogScripts::ownerMissesADelete);
            case NO_OP_DELETE_WITHOUT_BARRIER -> new Directed(Invariant.I9_DELETED, CatalogScripts::deleteIsRepeated);
            case EARLY_DROP -> new Directed(Invariant.I4_LINEARIZABLE, CatalogScripts::deletedPartitionIsStillServed);
            case ABSENT_HEAD_NOT_DROPPED ->
                new Directed(Invariant.I11_COLLECTED, CatalogScripts::deletedPartitionIsAcquiredForTheFirstTime);
            case SHIFT_WITHOUT_FLOOR -> new Directed(Invariant.I3_EXPIRED_AGAIN, CatalogScripts::shiftIsTakenBack);
            case SHIFT_WITHOUT_STANDING_STILL ->
                new Directed(Invariant.I3_EXPIRED_AGAIN, CatalogScripts::itemExpiresWhileTheShiftChanges);
            case SHIFT_OUTSIDE_THE_TURN ->
                new Directed(Invariant.I5_OLD_RULE, CatalogScripts::shiftChangesDuringAPurge);
            case PURGE_WITHOUT_A_SECOND_CLOCK -> new Directed(Invariant.I2_LOST, LeaseScripts::clockJumpsAhead);
            case LIVENESS_BY_FLAG_ALONE ->
                new Directed(Invariant.I8_SERVED, LeaseScripts::othersCrashWhileANodeIsDrained);
        };
    }
}
