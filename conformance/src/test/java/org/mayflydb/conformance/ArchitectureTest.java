package org.mayflydb.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaPackage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** Who may use whom. The first test that fails prints what the code does; then either the code or the table is wrong. */
class ArchitectureTest {
    /** Each package with those it uses, which all stand above it: so there are no cycles. */
    private static final Map<String, Set<String>> TABLE = table(
            row("base"),
            row("json", "base"),
            row("json.binary", "base", "json"),
            row("key", "base", "json"),
            row("storage"),
            row("storage.memory", "storage"),
            row("storage.postgresql", "storage"),
            row("storage.rocksdb", "storage"),
            row("storage.snapshot", "storage"),
            row("ttl", "base", "json", "key"),
            row("partition", "base", "key", "storage"),
            row("membership", "base", "key", "storage"),
            row("ownership", "membership", "partition", "storage"),
            row("charge", "base"),
            row("node", "base", "key", "membership", "ownership", "partition", "storage"),
            row("catalog", "base", "charge", "json", "key", "ownership", "partition", "storage", "ttl"),
            row("units", "base", "catalog", "charge", "key", "partition"),
            row("index", "base", "catalog", "json", "key", "partition", "storage", "ttl"),
            row("format", "base", "index", "key", "partition", "storage", "ttl"),
            row("changelog", "base", "json", "key", "partition", "storage"),
            row("item.record", "base", "catalog", "index", "json", "key", "storage", "ttl"),
            row(
                    "item.write",
                    "base",
                    "catalog",
                    "changelog",
                    "charge",
                    "index",
                    "item.record",
                    "json",
                    "key",
                    "partition",
                    "storage",
                    "ttl"),
            row(
                    "item.expiry",
                    "base",
                    "charge",
                    "index",
                    "item.record",
                    "item.write",
                    "key",
                    "partition",
                    "storage",
                    "ttl"),
            row(
                    "item.read",
                    "base",
                    "changelog",
                    "index",
                    "item.expiry",
                    "item.record",
                    "key",
                    "partition",
                    "storage",
                    "ttl"),
            row(
                    "item.check",
                    "base",
                    "catalog",
                    "changelog",
                    "index",
                    "item.expiry",
                    "item.record",
                    "item.write",
                    "json",
                    "key",
                    "partition",
                    "storage",
                    "ttl"),
            row(
                    "item",
                    "base",
                    "changelog",
                    "charge",
                    "index",
                    "item.expiry",
                    "item.read",
                    "item.record",
                    "item.write",
                    "key",
                    "partition",
                    "storage",
                    "ttl"),
            row("forecast", "base", "item", "item.expiry", "item.record", "ttl"),
            row("feed", "base", "changelog", "item", "item.read", "item.record", "json", "key", "partition", "ttl"),
            row("split", "base", "item.check", "key", "node", "ownership", "partition", "storage", "ttl"),
            row("query.syntax", "base", "json"),
            row("query.function", "base", "json"),
            row("query.run", "base", "json", "query.function", "query.syntax", "ttl"),
            row(
                    "query.compile",
                    "base",
                    "catalog",
                    "index",
                    "json",
                    "key",
                    "query.function",
                    "query.run",
                    "query.syntax"),
            row("query.plan", "base", "catalog", "index", "json", "key", "query.compile", "query.syntax"),
            row("query.fanout", "base", "json", "key", "query.compile", "query.plan", "query.run", "query.syntax"),
            row(
                    "query.access",
                    "base",
                    "catalog",
                    "index",
                    "item.expiry",
                    "item.read",
                    "item.record",
                    "json",
                    "key",
                    "partition",
                    "query.compile",
                    "query.plan",
                    "query.run",
                    "query.syntax",
                    "storage",
                    "ttl"),
            row(
                    "query",
                    "base",
                    "catalog",
                    "charge",
                    "index",
                    "item.read",
                    "json",
                    "query.access",
                    "query.compile",
                    "query.function",
                    "query.plan",
                    "query.run",
                    "query.syntax",
                    "ttl"),
            row(
                    "patch",
                    "base",
                    "item.record",
                    "item.write",
                    "json",
                    "key",
                    "query.compile",
                    "query.function",
                    "query.run",
                    "query.syntax",
                    "ttl"),
            row("batch", "base", "item", "item.write", "key", "partition", "patch", "ttl"),
            row(
                    "database",
                    "base",
                    "catalog",
                    "changelog",
                    "charge",
                    "feed",
                    "forecast",
                    "format",
                    "index",
                    "item",
                    "item.check",
                    "item.expiry",
                    "item.read",
                    "item.record",
                    "item.write",
                    "json",
                    "key",
                    "membership",
                    "node",
                    "ownership",
                    "partition",
                    "query",
                    "query.access",
                    "query.compile",
                    "query.plan",
                    "query.run",
                    "query.syntax",
                    "split",
                    "storage",
                    "storage.snapshot",
                    "ttl",
                    "units"),
            row("backup", "base", "catalog", "database", "format", "item", "item.expiry", "json", "storage", "ttl"),
            row(
                    "embedded",
                    "backup",
                    "base",
                    "batch",
                    "catalog",
                    "changelog",
                    "charge",
                    "database",
                    "feed",
                    "forecast",
                    "item",
                    "item.expiry",
                    "item.read",
                    "item.write",
                    "json",
                    "key",
                    "node",
                    "patch",
                    "query",
                    "query.run",
                    "storage",
                    "storage.memory",
                    "ttl"),
            row("spatial", "json", "query.function"),
            row("server.protocol", "base"),
            row("server.transport", "base", "server.protocol"),
            row("server.http", "base", "server.protocol", "server.transport"),
            // The same words as HTTP, and no more: what answers a request cannot tell the wires apart.
            row("server.rntbd", "server.protocol", "server.transport"),
            row("server.auth", "base", "catalog", "database", "json", "key", "server.protocol"),
            row("server.entra", "base", "catalog", "database", "json", "key", "server.auth", "server.protocol"),
            row("server.hybridrow", "base", "batch", "item.write", "json", "json.binary", "key", "ttl"),
            row(
                    "server.route",
                    "base",
                    "batch",
                    "catalog",
                    "charge",
                    "database",
                    "feed",
                    "index",
                    "item",
                    "item.expiry",
                    "item.read",
                    "item.write",
                    "json",
                    "json.binary",
                    "key",
                    "partition",
                    "patch",
                    "query",
                    "query.fanout",
                    "query.syntax",
                    "server.auth",
                    "server.hybridrow",
                    "server.protocol",
                    "ttl",
                    "units"),
            row(
                    "server.admin",
                    "backup",
                    "base",
                    "catalog",
                    "database",
                    "forecast",
                    "item",
                    "item.expiry",
                    "item.write",
                    "json",
                    "key",
                    "server.auth",
                    "server.protocol",
                    "storage",
                    "ttl",
                    "units"),
            row(
                    "server.cluster",
                    "base",
                    "database",
                    "json",
                    "ownership",
                    "server.http",
                    "server.protocol",
                    "server.route",
                    "server.transport"),
            row("server.audit", "base", "json", "server.auth", "server.protocol", "storage"),
            row("server.explorer", "base", "server.protocol"),
            row("server.seed", "base", "embedded", "json"),
            row(
                    "server.metrics",
                    "base",
                    "catalog",
                    "database",
                    "item",
                    "item.expiry",
                    "json",
                    "server.protocol",
                    "ttl"),
            row(
                    "server",
                    "base",
                    "charge",
                    "database",
                    "embedded",
                    "json",
                    "node",
                    "server.admin",
                    "server.audit",
                    "server.auth",
                    "server.cluster",
                    "server.entra",
                    "server.explorer",
                    "server.http",
                    "server.metrics",
                    "server.protocol",
                    "server.rntbd",
                    "server.route",
                    "server.seed",
                    "server.transport",
                    "storage"));

    @Test
    void thePackagesAreThoseOfTheTable() {
        Set<String> found = new TreeSet<>();
        ProductClasses.ALL.forEach(each -> found.add(ProductClasses.shortName(each)));
        assertThat(found).isEqualTo(new TreeSet<>(TABLE.keySet()));
    }

    @Test
    void noPackageUsesOneThatItsRowDoesNotName() {
        List<String> strangers = new ArrayList<>();
        for (Dependency dependency : ProductClasses.dependencies()) {
            String origin = ProductClasses.shortName(dependency.getOriginClass());
            if (!TABLE.getOrDefault(origin, Set.of()).contains(ProductClasses.shortName(dependency.getTargetClass()))) {
                strangers.add(dependency.getDescription());
            }
        }
        assertThat(strangers).as("the code is:%n%s", uses()).isEmpty();
    }

    @Test
    void noRowNamesAPackageThatIsNotUsed() {
        Map<String, Set<String>> uses = uses();
        TABLE.forEach((name, allowed) ->
                assertThat(uses.getOrDefault(name, Set.of())).as(name).containsAll(allowed));
    }

    @Test
    void everyPackageStandsBelowThoseItUses() {
        Set<String> above = new HashSet<>();
        TABLE.forEach((name, allowed) -> {
            assertThat(above).as(name).containsAll(allowed);
            above.add(name);
        });
    }

    @Test
    void everyPackageSaysThatNothingIsNullUnlessMarked() {
        for (String name : TABLE.keySet()) {
            JavaPackage described = ProductClasses.ALL.getPackage(ProductClasses.ROOT + "." + name);
            assertThat(described.tryGetPackageInfo()).as(name).isPresent();
            assertThat(described.isAnnotatedWith(NullMarked.class)).as(name).isTrue();
        }
    }

    private static Map<String, Set<String>> uses() {
        Map<String, Set<String>> uses = new TreeMap<>();
        for (Dependency dependency : ProductClasses.dependencies()) {
            uses.computeIfAbsent(ProductClasses.shortName(dependency.getOriginClass()), name -> new TreeSet<>())
                    .add(ProductClasses.shortName(dependency.getTargetClass()));
        }
        return uses;
    }

    private static Map.Entry<String, Set<String>> row(String name, String... used) {
        return entry(name, Set.of(used));
    }

    @SafeVarargs
    private static Map<String, Set<String>> table(Map.Entry<String, Set<String>>... rows) {
        Map<String, Set<String>> table = new LinkedHashMap<>();
        for (Map.Entry<String, Set<String>> row : rows) {
            table.put(row.getKey(), row.getValue());
        }
        return table;
    }
}
