package org.mayflydb.server.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.ownership.CatalogEdit;

class CatalogEditJsonTest {

    @Test
    void everyChangeIsReadAsItWasWritten() {
        for (CatalogEdit edit : List.of(
                new CatalogEdit.NumberChildren(3, 1L << 40),
                new CatalogEdit.ReplaceParent(3, List.of(7, 8)),
                new CatalogEdit.Forget(9))) {
            assertThat(CatalogEditJson.read(CatalogEditJson.write(edit))).isEqualTo(edit);
        }
    }

    @Test
    void anythingElseIsRefused() {
        for (String body : List.of("", "[]", "{}", "{\"parent\":1}", "{\"forget\":\"x\"}", "{\"children\":[1]}")) {
            assertThatThrownBy(() -> CatalogEditJson.read(body.getBytes(UTF_8)))
                    .as(body)
                    .isInstanceOf(BadRequestException.class);
        }
    }
}
