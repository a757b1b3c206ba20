package org.mayflydb.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NodeContactTest {

    @Test
    void aContactIsReadAsItWasWritten() {
        NodeContact contact = new NodeContact("a", "db1.example", 8081, 0, 10350, "ab");
        assertThat(NodeContact.read(contact.text())).isEqualTo(contact);
    }

    @Test
    void whatIsNoContactIsNone() {
        for (String text : List.of("", "x", "[]", "{}", "{\"name\":\"a\",\"host\":\"h\",\"httpPort\":99999}")) {
            assertThat(NodeContact.read(text)).as(text).isNull();
        }
    }
}
