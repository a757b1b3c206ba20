package org.mayflydb.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;

class SpatialIndexesTest {
    private static final String BOX = "'boundingBox':{'xmin':0,'ymin':0,'xmax':10,'ymax':10}";

    @ParameterizedTest
    @ValueSource(strings = {"{'path':'/p/*'}", "{'path':'/p/*','types':[]}", "{'path':'/p/*','types':null}"})
    void anIndexWithoutTypesIsABadRequest(String index) {
        assertThatThrownBy(() -> create(body(index, "Geography")))
                .isInstanceOf(BadRequestException.class)
                .hasMessage("The spatial data types array cannot be empty. Assign at least one spatial type for the"
                        + " 'types' array for the path '/p/*'.");
    }

    @Test
    void geometryRequiresABoundingBox() {
        create(body("{'path':'/p/*','types':['Point']," + BOX + "}", "Geometry"));
        assertThatThrownBy(() -> create(body("{'path':'/p/*','types':['Point']}", "Geometry")))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("boundingBox")
                .hasMessageContaining("Geometry");
    }

    @Test
    void geographyAllowsNoBoundingBox() {
        create(body("{'path':'/p/*','types':['Point']}", "Geography"));
        assertThatThrownBy(() -> create(body("{'path':'/p/*','types':['Point']," + BOX + "}", "Geography")))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("boundingBox")
                .hasMessageContaining("Geography");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "{'xmin':0}", "{'xmin':0,'ymin':0,'xmax':10,'ymax':'10'}", "{'zmin':0}"})
    void aBoundingBoxHasFourNumbers(String box) {
        assertThatThrownBy(
                        () -> create(body("{'path':'/p/*','types':['Point'],'boundingBox':" + box + "}", "Geometry")))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("boundingBox");
    }

    @Test
    void aStoredIndexIsReadWhateverItLacks() {
        ContainerProperties stored = ContainerProperties.stored(body("{'path':'/p/*'}", "Geometry"));
        assertThat(stored.indexingPolicy().spatialIndexes()).hasSize(1);
    }

    @Test
    void aReplaceThatLeavesAStoredIndexAsItIsSucceeds() {
        ContainerProperties stored = ContainerProperties.stored(body("{'path':'/p/*'}", "Geometry"));
        ContainerProperties replaced = ContainerProperties.replace(stored, stored.toJson());
        assertThat(replaced).isEqualTo(stored);
    }

    @Test
    void aReplaceThatChangesAnIndexIsChecked() {
        ContainerProperties current = create(body("{'path':'/p/*','types':['Point']}", "Geography"));
        assertThatThrownBy(() -> ContainerProperties.replace(current, body("{'path':'/q/*'}", "Geography")))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("cannot be empty");
    }

    private static ContainerProperties create(JsonObject body) {
        return ContainerProperties.create(body, TimeToLive.NullPolicy.OFF);
    }

    private static JsonObject body(String index, String type) {
        return (JsonObject)
                JsonValue.parse(("{'id':'c','partitionKey':{'paths':['/pk']},'indexingPolicy':{'spatialIndexes':["
                                + index + "]},'geospatialConfig':{'type':'" + type + "'}}")
                        .replace('\'', '"'));
    }
}
