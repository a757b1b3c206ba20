package org.mayflydb.conformance;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.mayflydb.catalog.UniqueKeyPolicy;
import org.mayflydb.ttl.ExpiredItem;
import org.mayflydb.ttl.ExpiryRule;
import org.mayflydb.ttl.LiveItem;
import org.mayflydb.ttl.StoredItem;

/** Who may use whom. The first test that fails prints what the code does; then either the code or the table is wrong. */
class ArchitectureTest {
    private static final String ROOT = "org.mayflydb";

    /** Each package with those it uses, which all stand above it: so there are no cycles. */
    private static final Map<String, Set<String>> TABLE = table(
            row("base"),
            row("json", "base"),
            row("key", "base", "json"),
            row("storage"),
            row("storage.memory", "storage"),
            row("storage.rocksdb", "storage"),
            row("ttl", "base", "json", "key"),
            row("partition", "base", "key", "storage"),
            row("membership", "base", "key", "storage"),
            row("charge", "base"),
            row("catalog", "base", "charge", "json", "key", "partition", "storage", "ttl"),
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
            row("split", "base", "item.check", "key", "partition", "storage", "ttl"),
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
                    "query.syntax",
                    "ttl"),
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
                    "partition",
                    "query",
                    "query.access",
                    "query.compile",
                    "query.plan",
                    "query.run",
                    "query.syntax",
                    "split",
                    "storage",
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
            row("server.hybridrow", "base", "batch", "item.write", "json", "key", "ttl"),
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
                    "server.admin",
                    "server.auth",
                    "server.explorer",
                    "server.http",
                    "server.metrics",
                    "server.protocol",
                    "server.rntbd",
                    "server.route",
                    "server.seed",
                    "server.transport",
                    "storage"));

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages(ROOT);

    @Test
    void thePackagesAreThoseOfTheTable() {
        Set<String> found = new TreeSet<>();
        CLASSES.forEach(each -> found.add(shortName(each)));
        assertThat(found).isEqualTo(new TreeSet<>(TABLE.keySet()));
    }

    @Test
    void noPackageUsesOneThatItsRowDoesNotName() {
        List<String> strangers = new ArrayList<>();
        for (Dependency dependency : dependencies()) {
            String origin = shortName(dependency.getOriginClass());
            if (!TABLE.getOrDefault(origin, Set.of()).contains(shortName(dependency.getTargetClass()))) {
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
            JavaPackage described = CLASSES.getPackage(ROOT + "." + name);
            assertThat(described.tryGetPackageInfo()).as(name).isPresent();
            assertThat(described.isAnnotatedWith(NullMarked.class)).as(name).isTrue();
        }
    }

    @Test
    void rocksDbIsKnownToItsStoreAlone() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".storage.rocksdb")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.rocksdb..")
                .check(CLASSES);
    }

    @Test
    void nettyIsKnownToTheWiresAndTheSettingsAlone() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        ROOT + ".server.transport", ROOT + ".server.http", ROOT + ".server.rntbd", ROOT + ".server")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.netty..")
                .check(CLASSES);
    }

    @Test
    void jacksonIsKnownToThoseWhoReadJsonAlone() {
        noClasses()
                .that()
                .resideOutsideOfPackages(ROOT + ".json", ROOT + ".index", ROOT + ".item.write")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.fasterxml..")
                .check(CLASSES);
    }

    @Test
    void geometryIsKnownToTheSpatialFunctionsAlone() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".spatial")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.google.common..", "net.sf.geographiclib..")
                .check(CLASSES);
    }

    @Test
    void itemsKnowOfTheCatalogOnlyTheUniqueKeys() {
        Set<String> known = new TreeSet<>();
        for (Dependency dependency : dependencies()) {
            if (shortName(dependency.getOriginClass()).startsWith("item")
                    && shortName(dependency.getTargetClass()).equals("catalog")) {
                known.add(dependency.getTargetClass().getName());
            }
        }
        assertThat(known).allMatch(name -> name.startsWith(UniqueKeyPolicy.class.getName()));
    }

    @Test
    void onlyTheExpiryRuleMakesAnItemVisible() {
        assertThat(callers(LiveItem.class, call -> call.getName().equals("<init>")))
                .containsExactly("ttl.ExpiryRule");
    }

    @Test
    void onlyTheExpiryRuleShowsWhatHasExpiredAndOnlyToOperators() {
        assertThat(callers(ExpiredItem.class, call -> call.getName().equals("<init>")))
                .containsExactly("ttl.ExpiryRule");
        assertThat(callers(ExpiredItem.class, call -> call.getName().startsWith("json")))
                .allMatch(caller -> caller.startsWith("server.admin"));
    }

    @Test
    void onlyMaintenanceTakesApartWhatMayHaveExpired() {
        assertThat(callers(StoredItem.class, call -> call.getName().equals("jsonForMaintenance")))
                .containsExactlyInAnyOrder(
                        "index.EntryWriter",
                        "index.IndexCheck",
                        "index.MissingShapes",
                        "index.PartitionIndex",
                        "item.write.ItemEntries",
                        "item.write.ItemWrites",
                        "item.write.UniqueEntries",
                        "item.check.PartitionCheck");
    }

    @Test
    void deadlinesMeetTheClockInFewPlaces() {
        assertThat(callers(ExpiryRule.class, call -> call.getName().equals("deadline")))
                .containsExactlyInAnyOrder(
                        "ttl.ExpiryRule",
                        "item.expiry.Purge",
                        "item.expiry.ExpiredEntries",
                        "item.expiry.ExpiredListing",
                        "item.expiry.ExpiringCount",
                        "item.expiry.Explanation",
                        "item.expiry.LifeReader$FedLife",
                        "item.expiry.LifeReader$ItemLife",
                        "item.expiry.UsageCount");
    }

    private static Set<String> callers(Class<?> owner, Predicate<JavaAccess<?>> call) {
        Set<String> callers = new TreeSet<>();
        for (JavaClass each : CLASSES) {
            for (JavaAccess<?> access : each.getAccessesFromSelf()) {
                if (access.getTargetOwner().isEquivalentTo(owner) && call.test(access)) {
                    callers.add(each.getName().substring(ROOT.length() + 1));
                }
            }
        }
        return callers;
    }

    private static Map<String, Set<String>> uses() {
        Map<String, Set<String>> uses = new TreeMap<>();
        for (Dependency dependency : dependencies()) {
            uses.computeIfAbsent(shortName(dependency.getOriginClass()), name -> new TreeSet<>())
                    .add(shortName(dependency.getTargetClass()));
        }
        return uses;
    }

    /** What crosses from one of our packages into another. */
    private static Collection<Dependency> dependencies() {
        List<Dependency> crossing = new ArrayList<>();
        for (JavaClass each : CLASSES) {
            for (Dependency dependency : each.getDirectDependenciesFromSelf()) {
                JavaClass target = dependency.getTargetClass().getBaseComponentType();
                if (target.getPackageName().startsWith(ROOT)
                        && !target.getPackage().equals(each.getPackage())) {
                    crossing.add(dependency);
                }
            }
        }
        return crossing;
    }

    private static String shortName(JavaClass type) {
        return type.getBaseComponentType().getPackageName().substring(ROOT.length() + 1);
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
