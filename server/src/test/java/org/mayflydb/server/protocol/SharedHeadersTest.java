package org.mayflydb.server.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SharedHeadersTest {
    @Test
    void aResponseHasTheHeadersThatItShares() {
        SharedHeaders shared = SharedHeaders.of("lsn", "7", "x-ms-version", "1");
        WireResponse response = new WireResponse(200).headers(shared).header("etag", "e");
        assertThat(response.header("LSN")).isEqualTo("7");
        assertThat(response.header("x-ms-version")).isEqualTo("1");
        assertThat(response.header("etag")).isEqualTo("e");
        assertThat(response.header("other")).isNull();
    }

    @Test
    void aValueCannotBringALineOfItsOwn() {
        assertThatThrownBy(() -> SharedHeaders.of("lsn", "7\r\nset-cookie: a"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
