package org.mayflydb.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RequestTargetTest {

    @Test
    void aPathEndsAtTheQuery() {
        assertThat(RequestTarget.path("/addresses/?$resolveFor=dbs")).isEqualTo("/addresses/");
        assertThat(RequestTarget.path("/dbs/d/colls/c/docs?x")).isEqualTo("/dbs/d/colls/c/docs");
        assertThat(RequestTarget.path("https://localhost:8081/dbs?x")).isEqualTo("/dbs");
    }

    @Test
    void aQuestionMarkInTheIdOfAnItemBelongsToTheId() {
        assertThat(RequestTarget.path("/dbs/d/colls/c/docs/a?b")).isEqualTo("/dbs/d/colls/c/docs/a%3Fb");
        assertThat(RequestTarget.path("/dbs/d/colls/c/docs/a?b?c?")).isEqualTo("/dbs/d/colls/c/docs/a%3Fb%3Fc%3F");
        assertThat(RequestTarget.path("https://localhost:8081//dbs/d/colls/c/docs/a?b"))
                .isEqualTo("//dbs/d/colls/c/docs/a%3Fb");
    }

    @Test
    void theIdOfAnItemMayContainControlCharacters() {
        assertThat(RequestTarget.path("/dbs/d/colls/c/docs/a%0Db?c")).isEqualTo("/dbs/d/colls/c/docs/a%0Db%3Fc");
        assertThat(RequestTarget.path("/dbs/d/colls/c%0D/docs/a")).isNull();
        assertThat(RequestTarget.path("/dbs/d/colls/c/docs/a%0D/b")).isNull();
        assertThat(RequestTarget.path("/dbs/d/colls/c%0D")).isNull();
    }

    @Test
    void charactersThatMustBeEncodedAreRefused() {
        assertThat(RequestTarget.path("/dbs/a b")).isNull();
        assertThat(RequestTarget.path("/dbs/d/colls/c/docs/a?b c")).isNull();
    }
}
