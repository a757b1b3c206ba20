package org.mayflydb.conformance;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.mayflydb.catalog.UniqueKeyPolicy;
import org.mayflydb.ttl.ExpiredItem;
import org.mayflydb.ttl.ExpiryRule;
import org.mayflydb.ttl.LiveItem;
import org.mayflydb.ttl.StoredItem;

/** Rules for single types and libraries, beyond those for packages in {@link ArchitectureTest}. */
class ArchitectureRulesTest {
    @Test
    void rocksDbIsKnownToItsStoreAlone() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ProductClasses.ROOT + ".storage.rocksdb")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.rocksdb..")
                .check(ProductClasses.ALL);
    }

    @Test
    void postgresIsKnownToItsStoreAlone() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ProductClasses.ROOT + ".storage.postgresql")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.postgresql..", "java.sql..")
                .check(ProductClasses.ALL);
    }

    @Test
    void nettyIsKnownToTheWiresAndTheSettingsAlone() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        ProductClasses.ROOT + ".server.transport",
                        ProductClasses.ROOT + ".server.http",
                        ProductClasses.ROOT + ".server.rntbd",
                        ProductClasses.ROOT + ".server")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.netty..")
                .check(ProductClasses.ALL);
    }

    @Test
    void jacksonIsKnownToThoseWhoReadJsonAlone() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        ProductClasses.ROOT + ".json",
                        ProductClasses.ROOT + ".index",
                        ProductClasses.ROOT + ".item.write")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.fasterxml..")
                .check(ProductClasses.ALL);
    }

    @Test
    void geometryIsKnownToTheSpatialFunctionsAlone() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ProductClasses.ROOT + ".spatial")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.google.common..", "net.sf.geographiclib..")
                .check(ProductClasses.ALL);
    }

    @Test
    void itemsKnowOfTheCatalogOnlyTheUniqueKeys() {
        Set<String> known = new TreeSet<>();
        for (Dependency dependency : ProductClasses.dependencies()) {
            if (ProductClasses.shortName(dependency.getOriginClass()).startsWith("item")
                    && ProductClasses.shortName(dependency.getTargetClass()).equals("catalog")) {
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
        for (JavaClass each : ProductClasses.ALL) {
            for (JavaAccess<?> access : each.getAccessesFromSelf()) {
                if (access.getTargetOwner().isEquivalentTo(owner) && call.test(access)) {
                    callers.add(each.getName().substring(ProductClasses.ROOT.length() + 1));
                }
            }
        }
        return callers;
    }
}
