package org.mayflydb.server.seed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.embedded.Container;
import org.mayflydb.embedded.Mayfly;
import org.mayflydb.key.PartitionKey;

class SeedDirectoryTest {
    private static final String ORDERS = """
            {
              "container": { "id": "orders", "partitionKey": { "paths": ["/customer"] }, "defaultTtl": 7776000 },
              "items": [
                { "id": "o1", "customer": "ann", "note": "a \\"} ]", "total": 1.50 },
                { "id": "o2", "customer": "bob" }
              ]
            }
            """;

    private final Mayfly mayfly = Mayfly.inMemory();
    private final List<String> report = new ArrayList<>();

    @TempDir
    private Path temporary;

    private Path seeds;
    private Path data;

    @BeforeEach
    void directories() throws IOException {
        seeds = Files.createDirectories(temporary.resolve("seeds"));
        data = Files.createDirectories(temporary.resolve("data"));
    }

    @AfterEach
    void close() {
        mayfly.close();
    }

    private Path write(String name, String json) throws IOException {
        Path file = seeds.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, json);
    }

    private void plant() {
        new SeedDirectory(seeds, Optional.of(data)).plant(mayfly, report::add);
    }

    private Container orders() {
        return mayfly.database("shop").container("orders");
    }

    @Test
    void containersAreCreatedWithTheirItems() throws IOException {
        Path file = write("shop/orders.json", ORDERS);
        write("shop/empty.json", "{\"container\":{\"id\":\"empty\",\"partitionKey\":{\"paths\":[\"/id\"]}}}");
        write(
                "crm/people.json",
                "{\"items\":[],\"container\":{\"id\":\"people\",\"partitionKey\":{\"paths\":[\"/id\"]}}}");
        plant();
        assertThat(orders().read("o1", PartitionKey.of("ann")).json())
                .contains("\"note\":\"a \\\"} ]\",\"total\":1.50");
        assertThat(orders().properties()).contains("\"defaultTtl\":7776000");
        assertThat(mayfly.database("crm").containers()).hasSize(1);
        assertThat(report)
                .contains("Seed " + file + ": created the container shop/orders with 2 items.")
                .hasSize(3);
        assertThat(data).isEmptyDirectory();
    }

    @Test
    void containersThatExistAreLeftUnchanged() throws IOException {
        Path file = write("shop/orders.json", ORDERS);
        plant();
        orders().delete("o1", PartitionKey.of("ann"));
        report.clear();
        plant();
        assertThat(orders().find("o1", PartitionKey.of("ann"))).isEmpty();
        assertThat(report)
                .containsExactly("Seed " + file + ": the container shop/orders exists already and was left unchanged.");
    }

    @Test
    void aSeedingThatWasKilledIsCompleted() throws IOException {
        Path file = write("shop/orders.json", ORDERS);
        plant();
        orders().delete("o2", PartitionKey.of("bob"));
        Files.writeString(data.resolve("seeding"), "shop/orders");
        report.clear();
        plant();
        assertThat(orders().find("o2", PartitionKey.of("bob"))).isPresent();
        assertThat(report).containsExactly("Seed " + file + ": completed the container shop/orders with 2 items.");
        assertThat(data).isEmptyDirectory();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[]|The text is not a JSON object",
                "``|The text is not a JSON object",
                "{|Unexpected end-of-input",
                "{\"items\":[]}|it has no 'container'",
                "{\"container\":7}|'container' is not a JSON object",
                "{\"container\":{}}|its 'container' has no 'id'",
                "{\"container\":{\"id\":\"c\"},\"other\":1}|properties other than 'container' and 'items'",
                "{\"container\":{\"id\":\"c\"},\"items\":{}}|'items' is not an array",
                "{\"container\":{\"id\":\"c\"},\"items\":[{},7]}|item 2 is not a JSON object",
                "{\"container\":{\"id\":\"c\"},\"items\":[{} {}]}|after item 1: The text is not valid JSON",
                "{\"container\":{\"id\":\"c\"},\"items\":[{\"a\":}]}|(at line 1, column 39)",
                "{\"container\":{\"id\":\"c\"}} {}|more text follows",
                "{\"container\" {}}|The text is not valid JSON",
                "{container:{}}|The text is not valid JSON",
                "{\"container\":{\"id\":\"c\"},\"container\":{\"id\":\"d\"}}|Duplicate field 'container'",
                "{\"container\":{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"x\"]}}}|its container was refused",
            })
    void aMistakeInAFileIsNamedAndCreatesNothing(String json, String message) throws IOException {
        Path file = write("shop/wrong.json", json);
        assertThatThrownBy(this::plant)
                .isInstanceOf(BadRequestException.class)
                .hasMessageStartingWith("The seed " + file + " cannot be used: ")
                .hasMessageContaining(message);
        assertThat(mayfly.databases().stream().flatMap(database -> database.containers().stream()))
                .isEmpty();
    }

    @Test
    void anItemThatIsRefusedIsNamedAndLeavesNoContainer() throws IOException {
        Path file = write("shop/orders.json", ORDERS.replace("\"o2\"", "7"));
        assertThatThrownBy(this::plant)
                .hasMessageStartingWith("The seed " + file + " cannot be used: item 2 was refused: ");
        write("shop/orders.json", ORDERS.replace("o2", "o1").replace("bob", "ann"));
        assertThatThrownBy(this::plant).hasMessageContaining("has the id, or a unique value, of an earlier one");
        assertThat(mayfly.database("shop").containers()).isEmpty();
        write("shop/orders.json", ORDERS);
        plant();
        assertThat(report).hasSize(1);
    }

    @Test
    void aFileOutsideOfADatabaseIsRefused() throws IOException {
        write("orders.json", ORDERS);
        assertThatThrownBy(this::plant)
                .hasMessageContaining("names no database")
                .hasMessageContaining(
                        seeds.resolve("shop").resolve("orders.json").toString());
    }

    @Test
    void otherFilesAreIgnored() throws IOException {
        write("README.md", "seeds");
        write("shop/notes.txt", "none");
        write(".git/config.json", "none");
        plant();
        assertThat(mayfly.databases()).isEmpty();
    }

    @Test
    void manyItemsAreWrittenInChunks() throws IOException {
        StringBuilder items = new StringBuilder();
        for (int i = 0; i < 2_000; i++) {
            items.append(i == 0 ? "" : ",\n").append("{\"id\":\"").append(i).append("\",\"customer\":\"c\"}");
        }
        write(
                "shop/orders.json",
                "{\"items\":[" + items + "],\"container\":{\"id\":\"orders\",\"partitionKey\":{\"paths\":"
                        + "[\"/customer\"]}}}");
        plant();
        assertThat(orders().usage().items()).isEqualTo(2_000);
    }
}
