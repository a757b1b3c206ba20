package org.mayflydb.junit;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.mayflydb.embedded.Database;

/** What cannot work fails with a sentence that says what to do. */
class MisuseTest {
    private static String failure(Class<?> cases) {
        Run run = Run.of(cases);
        assertThat(run.failures()).hasSize(1);
        return run.failures().get(0);
    }

    @MayflyTest
    @Seed("absent.json")
    static final class AbsentSeed {
        @Test
        void cannotRun() {}
    }

    @Test
    void aSeedThatIsNotThereIsNamed() {
        assertThat(failure(AbsentSeed.class)).contains("The seed absent.json is not on the class path of the tests.");
    }

    @MayflyTest
    @Seed("not-json.json")
    static final class BrokenSeed {
        @Test
        void cannotRun() {}
    }

    @Test
    void aSeedThatIsNotJsonIsNamed() {
        assertThat(failure(BrokenSeed.class)).contains("The seed not-json.json is not JSON: ");
    }

    @MayflyTest
    @Seed("stranger.json")
    static final class MisspeltSeed {
        @Test
        void cannotRun() {}
    }

    @Test
    void aMemberThatASeedDoesNotKnowIsNotIgnored() {
        assertThat(failure(MisspeltSeed.class)).contains("The seed stranger.json must be an object with a 'container'");
    }

    @MayflyTest
    @Seed("bad-item.json")
    static final class RefusedItem {
        @Test
        void cannotRun() {}
    }

    @Test
    void anItemThatTheDatabaseRefusesIsNamed() {
        assertThat(failure(RefusedItem.class)).contains("The seed bad-item.json was refused at item 1: ");
    }

    @MayflyTest
    static final class TooEarly {
        @BeforeAll
        static void ask(Database database) {}

        @Test
        void cannotRun() {}
    }

    @Test
    void aClassWhoseTestsHaveTheirOwnDatabasesHasNoneItself() {
        assertThat(failure(TooEarly.class)).contains("There is no database yet").contains("Fresh.FOR_EACH_CLASS");
    }

    @MayflyTest
    @Seed({"orders.json", "customers.json"})
    static final class UnknownContainer {
        @Test
        void asksForOneThatIsNotThere(@ContainerId("invoices") CosmosContainer container) {}
    }

    @Test
    void aContainerThatIsNotThereIsNamedWithThoseThatAre() {
        assertThat(failure(UnknownContainer.class))
                .contains("There is no container 'invoices'. The database has the containers [")
                .contains("customers")
                .contains("orders");
    }

    @MayflyTest(fresh = Fresh.FOR_EACH_CLASS)
    static final class LateSeed {
        @Test
        @Seed("orders.json")
        void comesTooLate() {}
    }

    @Test
    void aSeedThatComesTooLateIsNotIgnored() {
        assertThat(failure(LateSeed.class)).contains("has no effect").contains("Move it to that class.");
    }

    /** A base class whose database its subclasses would share if they ran at the same time. */
    abstract static class Base {
        @RegisterExtension
        static final MayflyExtension MAYFLY = MayflyExtension.inMemory();

        @Test
        void usesIt(MayflyEndpoint endpoint) {
            assertThat(endpoint).isEqualTo(MAYFLY.endpoint());
        }
    }

    static final class First extends Base {}

    static final class Second extends Base {}

    @Test
    void anExtensionOfABaseClassServesOneClassAfterTheOther() {
        Run run = Run.of(First.class, Second.class);
        assertThat(run.failures()).isEqualTo(List.of());
        assertThat(run.succeeded()).isEqualTo(2);
    }

    static final class Outside {
        @RegisterExtension
        static final MayflyExtension FIRST = MayflyExtension.inMemory();

        @MayflyTest
        @Nested
        class Inside {
            @Test
            void asksTwoAtOnce(MayflyClock clock) {}
        }
    }

    @Test
    void twoExtensionsForOneParameterAreRefusedByJUnit() {
        assertThat(failure(Outside.class)).contains("ParameterResolver");
    }
}
