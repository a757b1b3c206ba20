package org.mayflydb.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.mayflydb.catalog.IndexingPolicy;
import org.mayflydb.json.JsonValue;

class IndexRulesTest {
    private static final TermPath A = TermPath.ITEM.member("a");

    @Test
    void defaultPolicyCoversEverythingButTheSystemPropertiesThatNameTheItem() {
        IndexRules rules = IndexRules.of(IndexingPolicy.DEFAULT);
        assertThat(rules.covers(A.everyElement().member("b"))).isTrue();
        assertThat(rules.covers(TermPath.ITEM.member("_ts"))).isTrue();
        assertThat(rules.covers(TermPath.ITEM.member("id"))).isTrue();
        for (String name : new String[] {"_rid", "_self", "_etag", "_attachments"}) {
            assertThat(rules.covers(TermPath.ITEM.member(name))).as(name).isFalse();
            assertThat(rules.covers(A.member(name))).as(name + " below").isTrue();
        }
    }

    @Test
    void longestPathOfThePolicyDecides() {
        IndexRules rules = rules("""
                {"includedPaths":[{"path":"/*"},{"path":"/a/b/*"}],"excludedPaths":[{"path":"/a/*"},{"path":"/a/b/c/?"}]}""");
        assertThat(rules.covers(TermPath.ITEM.member("z"))).isTrue();
        assertThat(rules.covers(A)).isFalse();
        assertThat(rules.covers(A.member("x"))).isFalse();
        assertThat(rules.covers(A.member("b"))).isTrue();
        assertThat(rules.covers(A.member("b").member("c"))).isFalse();
        assertThat(rules.covers(A.member("b").member("c").member("d"))).isTrue();
    }

    @Test
    void valueItselfIsMoreSpecificThanAllBelow() {
        IndexRules rules = rules("""
                {"includedPaths":[{"path":"/a/?"}],"excludedPaths":[{"path":"/*"},{"path":"/a/*"}]}""");
        assertThat(rules.covers(A)).isTrue();
        assertThat(rules.covers(A.everyElement())).isFalse();
    }

    @Test
    void policyWithoutIndexCoversNothing() {
        assertThat(IndexRules.of(IndexingPolicy.NONE).covers(A)).isFalse();
        assertThat(rules("{\"automatic\":false}").covers(A)).isFalse();
        assertThat(rules("{\"automatic\":false}").isIdle()).isTrue();
    }

    @Test
    void compositeIndexOfAPropertyThatIsNeverIndexedIsLeftOut() {
        IndexRules rules = rules("""
                {"compositeIndexes":[[{"path":"/a"},{"path":"/_etag"}],[{"path":"/a"},{"path":"/_ts"}]]}""");
        assertThat(rules.composites()).hasSize(1);
        assertThat(rules.composites().get(0).paths().get(1).path()).hasToString("/_ts");
    }

    @Test
    void rulesThatMeanTheSameMakeTheSameEntries() {
        IndexRules rules = rules("{\"excludedPaths\":[{\"path\":\"/a/?\"},{\"path\":\"/*\"}]}");
        IndexRules same = rules("{\"excludedPaths\":[{\"path\":\"/*\"},{\"path\":\"/\\\"a\\\"/?\"}]}");
        assertThat(rules.makesSameEntriesAs(same)).isTrue();
        assertThat(rules.makesSameEntriesAs(IndexRules.of(IndexingPolicy.DEFAULT)))
                .isFalse();
    }

    @Test
    void whatIsCoveredIsWhatTheNaiveReadingOfThePolicyIncludes() {
        long seed = 7L;
        Random random = new Random(seed);
        RandomJson json = new RandomJson(random);
        String[] names = {"a", "b", "c", "", "[]"};
        for (int i = 0; i < 3_000; i++) {
            IndexingPolicy policy = json.policy();
            TermPath path = TermPath.ITEM;
            for (int depth = 0; depth <= random.nextInt(4); depth++) {
                path = depth > 0 && random.nextBoolean()
                        ? path.everyElement()
                        : path.member(names[random.nextInt(names.length)]);
            }
            boolean expected = policy.mode() != IndexingPolicy.Mode.NONE
                    && policy.automatic()
                    && NaiveIndex.includes(policy, path);
            assertThat(IndexRules.of(policy).covers(path))
                    .as("seed %s: %s in %s", seed, path, policy.toJson())
                    .isEqualTo(expected);
        }
    }

    private static IndexRules rules(String json) {
        return IndexRules.of(IndexingPolicy.fromJson(JsonValue.parse(json)));
    }
}
