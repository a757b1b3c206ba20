package org.mayflydb.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mayflydb.embedded.Shop.item;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.BadRequestException;

/** The function of queries that tells how many seconds an item has left. */
class SecondsLeftTest {
    private final Shop shop = new Shop();
    private final Container container = shop.container(100);

    @BeforeEach
    void fill() {
        container.create(item("inherits"));
        container.create(item("own", "30"));
        container.create(item("never", "-1"));
        container.create("{\"id\":\"list\",\"pk\":\"p\",\"ttl\":60,\"tags\":[{\"a\":1},{\"a\":2}]}");
        shop.pass(20);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    private List<String> rows(String sql) {
        return container.query(sql).rows().stream().map(Row::json).toList();
    }

    @Test
    void secondsCountDownWithTheClock() {
        assertThat(rows("SELECT VALUE MAYFLY_SECONDSLEFT(c) FROM c WHERE c.id = 'own'"))
                .containsExactly("10");
        shop.pass(9);
        assertThat(rows("SELECT VALUE MAYFLY_SECONDSLEFT(c) FROM c WHERE c.id = 'own'"))
                .containsExactly("1");
        shop.pass(1);
        assertThat(rows("SELECT VALUE MAYFLY_SECONDSLEFT(c) FROM c WHERE c.id = 'own'"))
                .isEmpty();
    }

    @Test
    void whatNeverExpiresHasNoSecondsLeft() {
        assertThat(rows("SELECT c.id, mayfly_secondsleft(c) AS l FROM c WHERE c.id = 'never'"))
                .containsExactly("{\"id\":\"never\"}");
        container.removeDefaultTtl();
        assertThat(rows("SELECT VALUE MAYFLY_SECONDSLEFT(c) FROM c")).isEmpty();
    }

    @Test
    void itemsAreFoundByWhatTheyHaveLeft() {
        assertThat(rows("SELECT VALUE c.id FROM c WHERE MAYFLY_SECONDSLEFT(c) <= 40"))
                .containsExactlyInAnyOrder("\"own\"", "\"list\"");
        assertThat(rows("SELECT VALUE MAX(MAYFLY_SECONDSLEFT(c)) FROM c WHERE IS_DEFINED(MAYFLY_SECONDSLEFT(c))"))
                .containsExactly("80");
    }

    @Test
    void onlyWholeItemsHaveSecondsLeft() {
        assertThat(rows("SELECT VALUE MAYFLY_SECONDSLEFT(c) FROM c JOIN t IN c.tags"))
                .containsExactly("40", "40");
        assertThat(rows("SELECT VALUE MAYFLY_SECONDSLEFT(t) FROM c JOIN t IN c.tags"))
                .isEmpty();
        assertThat(rows("SELECT VALUE MAYFLY_SECONDSLEFT(c.tags) FROM c")).isEmpty();
        assertThat(rows("SELECT VALUE MAYFLY_SECONDSLEFT({'id': 'own'}) FROM c"))
                .isEmpty();
        assertThatThrownBy(() -> rows("SELECT VALUE MAYFLY_SECONDSLEFT(x) FROM c"))
                .isInstanceOf(BadRequestException.class);
        assertThatThrownBy(() -> rows("SELECT VALUE MAYFLY_SECONDSLEFT() FROM c"))
                .isInstanceOf(BadRequestException.class);
    }
}
