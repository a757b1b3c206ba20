package org.mayflydb.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.mayflydb.embedded.Database;

/** {@link Fresh#FOR_EACH_CLASS}: what one test leaves, the next one finds. */
@MayflyTest(fresh = Fresh.FOR_EACH_CLASS, database = "shop")
@Seed("orders.json")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SharedDatabaseTest {
    private final Database ofConstructor;

    SharedDatabaseTest(Database database) {
        ofConstructor = database;
    }

    @BeforeAll
    static void addOnce(Database database) {
        database.container("orders").create(Map.of("id", "once", "customer", "ann"));
    }

    @Test
    @Order(1)
    void theDatabaseIsThereBeforeTheFirstTest(Database database, MayflyEndpoint endpoint) {
        assertThat(database.container("orders").usage().items()).isEqualTo(4);
        assertThat(database.id()).isEqualTo("shop");
        assertThat(endpoint.database()).isEqualTo("shop");
        database.container("orders").create(Map.of("id", "left", "customer", "ann"));
    }

    @Test
    @Order(2)
    void theNextTestFindsWhatTheFirstLeft(Database database) {
        assertThat(database.container("orders").usage().items()).isEqualTo(5);
        assertThat(ofConstructor).isSameAs(database);
    }

    @Nested
    class NestedClasses {
        @Test
        void shareItToo(Database database) {
            assertThat(ofConstructor).isSameAs(database);
        }
    }
}
