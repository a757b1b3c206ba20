package org.mayflydb.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.Invariant;
import org.mayflydb.key.ResourceId.Kind;

class ResourceIdTest {

    private static final ResourceId DATABASE = ResourceId.database(0x10203040);
    private static final ResourceId CONTAINER = DATABASE.container(1);

    @Test
    void textsAreThoseThatClientsDecode() {
        assertThat(DATABASE).hasToString("ECAwQA==");
        assertThat(CONTAINER).hasToString("ECAwQIAAAAE=");
        assertThat(CONTAINER.item(2)).hasToString("ECAwQIAAAAECAAAAAAAAAA==");
        assertThat(CONTAINER.partitionKeyRange(1)).hasToString("ECAwQIAAAAEBAAAAAAAAUA==");
        assertThat(DATABASE.user(1).permission(2)).hasToString("ECAwQAAAAAECAAAAAAAAAA==");
        assertThat(ResourceId.offer(0x4F0001)).hasToString("TwAB");
    }

    @Test
    void clientEncryptionKeyHasTheResourceIdThatTheServiceGivesIt() {
        ResourceId database = Invariant.present(ResourceId.parse("6momAA=="), "it is a resource id");
        ResourceId key = database.clientEncryptionKey(0x672A7CBB);
        assertThat(key).hasToString("6momAAAAAAC7fCpnAgAAAA==");
        assertThat(ResourceId.parse("6momAAAAAAC7fCpnAgAAAA==")).isEqualTo(key);
    }

    @Test
    void aSlashIsWrittenAsAHyphen() {
        assertThat(ResourceId.database(-1)).hasToString("-----w==");
    }

    @ParameterizedTest
    @EnumSource
    void everyKindReadsBack(Kind kind) {
        ResourceId id = switch (kind) {
            case DATABASE -> DATABASE;
            case CONTAINER -> CONTAINER;
            case USER -> DATABASE.user(7);
            case PERMISSION -> DATABASE.user(7).permission(8);
            case CLIENT_ENCRYPTION_KEY -> DATABASE.clientEncryptionKey(Integer.MAX_VALUE);
            case OFFER -> ResourceId.offer(9);
            case ITEM, CONFLICT, PARTITION_KEY_RANGE, USER_DEFINED_FUNCTION, TRIGGER, STORED_PROCEDURE ->
                CONTAINER.inside(kind, (1L << 60) - 1);
        };
        assertThat(ResourceId.parse(id.toString())).isEqualTo(id);
    }

    @Test
    void anyNumbersReadBack() {
        long seed = 5L;
        Random random = new Random(seed);
        for (int i = 0; i < 10_000; i++) {
            ResourceId item = ResourceId.database(random.nextInt() | 1)
                    .container(1 + random.nextInt(Integer.MAX_VALUE - 1))
                    .item(random.nextLong() >>> 4);
            assertThat(ResourceId.parse(item.toString()))
                    .describedAs("seed %s", seed)
                    .isEqualTo(item);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "db1",
                "abcde",
                "AAAAAA==", // a database of zero
                "ECAwQAAAAAA=", // neither container nor user
                "ECAwQB==", // spare bits set
                "ECAwQA", // no padding
                "ECAwQIAAAAECAAAAAAAAEA==", // an unknown kind
                "ECAwQAAAAAECAAAAAAAAUA==", // a partition key range of a user
                "ECAwQAAAAAACAAAAAAAAAA==", // in neither a container nor a user
                "/////w==", // a slash
                "ECAw QA=",
                "ECAwQIAAAAECAAAAAAAAAAAAAAA=", // an attachment
                "\u65E5\u672C\u65E5\u672C",
            })
    void otherTextIsNoName(String text) {
        assertThat(ResourceId.parse(text)).isNull();
    }

    @Test
    void aNameKnowsWhereItBelongs() {
        assertThat(CONTAINER.item(5).parentContainer()).isEqualTo(CONTAINER);
        assertThat(CONTAINER.item(5).parentDatabase()).isEqualTo(DATABASE);
        assertThat(DATABASE.user(3).permission(5).parentUser()).isEqualTo(DATABASE.user(3));
    }

    @Test
    void impossibleNamesCannotBeMade() {
        assertThatThrownBy(() -> ResourceId.database(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> CONTAINER.item(1L << 60)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> CONTAINER.item(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> DATABASE.item(1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> CONTAINER.permission(1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> CONTAINER.parentUser()).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> DATABASE.container(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ResourceId.offer(1 << 24)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> CONTAINER.inside(Kind.OFFER, 1)).isInstanceOf(IllegalArgumentException.class);
    }
}
