package org.mayflydb.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;

class ShapesTest {
    private static final ItemShape FIRST =
            shape("{\"id\":\"x\",\"a\":1,\"b\":[{\"c\":1}],\"d\":{\"e\":{\"f\":{\"g\":1}}}}");
    private static final ItemShape SECOND = shape("{\"id\":\"x\",\"a\":{},\"d\":null}");
    private static final Shapes SHAPES = new Shapes(Map.of(
            FIRST.hash(),
            FIRST,
            SECOND.hash(),
            SECOND,
            Shapes.UNKNOWN,
            new ItemShape(),
            Shapes.OVERFLOW,
            new ItemShape()));

    @Test
    void shapesAreGroupedByWhatTheyHaveAtAPath() {
        ShapeGroups a = SHAPES.at(TermPath.ITEM.member("a"));
        assertThat(a.scalar()).containsExactly(FIRST.hash());
        assertThat(a.object()).containsExactly(SECOND.hash());
        ShapeGroups b = SHAPES.at(TermPath.ITEM.member("b"));
        assertThat(b.array()).containsExactly(FIRST.hash());
        assertThat(b.undefined()).containsExactly(SECOND.hash());
        assertThat(b.unknown()).containsExactly(Shapes.UNKNOWN);
    }

    @Test
    void whatLiesDeeperThanShapesLookIsUnknownWhereAnObjectIsOnTheWay() {
        TermPath deep = TermPath.ITEM.member("d").member("e").member("f").member("g");
        assertThat(SHAPES.at(deep).unknown()).containsExactlyInAnyOrder(FIRST.hash(), Shapes.UNKNOWN);
        assertThat(SHAPES.at(deep).undefined()).containsExactly(SECOND.hash());
    }

    @Test
    void systemPropertiesAreThereInEveryShape() {
        ShapeGroups groups = SHAPES.at(TermPath.ITEM.member("_ts"));
        assertThat(groups.scalar()).containsExactlyInAnyOrder(FIRST.hash(), SECOND.hash(), Shapes.UNKNOWN);
        assertThat(groups.unknown()).isEmpty();
        assertThat(SHAPES.at(TermPath.ITEM.member("_ts").member("x")).undefined())
                .hasSize(3);
    }

    @Test
    void orderOfMembersDoesNotMatter() {
        ItemShape other = shape("{\"d\":1,\"a\":{},\"id\":2}");
        assertThat(other.isSame(SECOND)).isTrue();
        assertThat(other.hash()).isEqualTo(SECOND.hash());
        assertThat(other.encode()).isEqualTo(SECOND.encode());
    }

    @Test
    void kindOfAValueMatters() {
        assertThat(shape("{\"a\":1}").isSame(shape("{\"a\":[]}"))).isFalse();
        assertThat(shape("{\"a\":1}").isSame(shape("{\"a\":\"text\"}"))).isTrue();
    }

    @Test
    void shapeIsReadBackAsItWasWritten() {
        for (ItemShape shape : List.of(FIRST, SECOND)) {
            assertThat(ItemShape.decode(shape.encode()).isSame(shape)).isTrue();
        }
    }

    private static ItemShape shape(String json) {
        return ItemShape.decode(
                NaiveIndex.shape((JsonObject) JsonValue.parse(json)).encode());
    }
}
