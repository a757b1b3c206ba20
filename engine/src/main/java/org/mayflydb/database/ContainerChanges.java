package org.mayflydb.database;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.PreconditionFailedException;
import org.mayflydb.catalog.Catalog;
import org.mayflydb.catalog.ContainerProperties;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.catalog.DatabaseRecord;
import org.mayflydb.catalog.SearchPolicies;
import org.mayflydb.charge.Throughput;
import org.mayflydb.forecast.TtlGuard;
import org.mayflydb.json.JsonObject;
import org.mayflydb.key.ResourceId;
import org.mayflydb.partition.PartitionHead;
import org.mayflydb.query.compile.ComputedPropertyReader;
import org.mayflydb.query.compile.Schema;
import org.mayflydb.query.compile.VectorPolicy;
import org.mayflydb.units.UnitAccounts;

/** Creates, changes and deletes containers, in the catalog and in memory. */
final class ContainerChanges {
    private final Catalog catalog;
    private final OpenContainers containers;
    private final UnitAccounts units;
    private final OpenStore store;
    private final TtlGuard guard;
    private final EngineSettings.Rules rules;
    private final Predecessors predecessors = new Predecessors();

    /** Held while containers are created or deleted, so that a successor finds its traces; taken before any other lock. */
    private final Object naming = new Object();

    ContainerChanges(
            Catalog catalog,
            OpenContainers containers,
            UnitAccounts units,
            OpenStore store,
            TtlGuard guard,
            EngineSettings.Rules rules) {
        this.catalog = catalog;
        this.containers = containers;
        this.units = units;
        this.store = store;
        this.guard = guard;
        this.rules = rules;
    }

    DatabaseRecord createDatabase(String id, @Nullable Throughput throughput) {
        refuseThroughputIfServerless(throughput);
        return catalog.createDatabase(id, throughput);
    }

    private void refuseThroughputIfServerless(@Nullable Throughput throughput) {
        if (throughput != null && rules.throughput().serverless()) {
            throw new BadRequestException(
                    "Setting offer throughput or autopilot on container is not supported for serverless accounts.");
        }
    }

    ContainerRecord create(String databaseId, JsonObject properties, @Nullable Throughput throughput) {
        refuseThroughputIfServerless(throughput);
        ComputedPropertyReader.check(properties);
        ContainerProperties checked = ContainerProperties.create(properties, rules.nullDefaultTtl());
        ContainerOpener.logPolicy(checked);
        SearchPolicies.check(checked);
        ContainerRecord created;
        synchronized (naming) {
            long lastLsn = predecessors.lastLsn(databaseId, checked.id());
            created = catalog.createContainer(databaseId, checked, throughput);
            if (lastLsn > PartitionHead.EMPTY.lastLsn()) {
                containers.open(created).startAfter(lastLsn);
            }
        }
        store.awaitGone(databaseId, created.id());
        return created;
    }

    /** Returns the container that now has the name of a deleted one; null if there is none. */
    @Nullable
    ContainerRecord successor(ResourceId deleted) {
        Predecessors.Name name = predecessors.nameOf(deleted);
        return name == null ? null : catalog.findContainer(name.database(), name.container());
    }

    ContainerRecord replace(
            String databaseId, String id, JsonObject properties, @Nullable String ifMatch, TtlChange change) {
        ContainerRecord replaced = change == TtlChange.GUARDED && !guard.equals(TtlGuard.OFF)
                ? replaceGuarded(databaseId, id, properties, ifMatch)
                : replaceChecked(databaseId, id, properties, ifMatch);
        store.changed(replaced);
        store.awaitEverywhere();
        return replaced;
    }

    /** The guard may read many items, so it runs before anything is locked, and again if the container changes meanwhile. */
    private ContainerRecord replaceGuarded(
            String databaseId, String id, JsonObject properties, @Nullable String ifMatch) {
        while (true) {
            ContainerRecord seen = catalog.container(databaseId, id);
            if (ifMatch != null && !ifMatch.equals("*") && !ifMatch.equals(seen.etag())) {
                throw new PreconditionFailedException();
            }
            ContainerProperties checked = replacement(seen.properties(), properties);
            if (!checked.ttl().equals(seen.ttl())) {
                guard.check(containers.open(seen), checked.ttl());
            }
            try {
                return replaceChecked(databaseId, id, properties, seen.etag());
            } catch (PreconditionFailedException changedMeanwhile) {
                // If the caller's own condition failed, the next round throws.
            }
        }
    }

    private ContainerRecord replaceChecked(
            String databaseId, String id, JsonObject properties, @Nullable String ifMatch) {
        return catalog.replaceContainer(databaseId, id, ifMatch, current -> replacement(current, properties));
    }

    private static ContainerProperties replacement(ContainerProperties current, JsonObject properties) {
        ComputedPropertyReader.check(properties);
        ContainerProperties checked = ContainerProperties.replace(current, properties);
        ContainerOpener.logPolicy(checked);
        SearchPolicies.checkReplace(current, checked);
        return checked;
    }

    void delete(String databaseId, String id, @Nullable String ifMatch) {
        ContainerRecord deleted;
        synchronized (naming) {
            deleted = catalog.deleteContainer(databaseId, id, ifMatch);
            discard(deleted);
        }
        drop(deleted);
    }

    void deleteDatabase(String id, @Nullable String ifMatch) {
        DatabaseRecord database = catalog.database(id);
        List<ContainerRecord> discarded = new ArrayList<>();
        RuntimeException failed = null;
        synchronized (naming) {
            for (ContainerRecord container : catalog.deleteDatabase(id, ifMatch)) {
                try {
                    discard(container);
                    discarded.add(container);
                } catch (RuntimeException failure) {
                    failed = joined(failed, failure);
                }
            }
        }
        for (ContainerRecord container : discarded) {
            try {
                drop(container);
            } catch (RuntimeException failure) {
                failed = joined(failed, failure);
            }
        }
        units.forget(database);
        if (failed != null) {
            throw failed;
        }
    }

    private static RuntimeException joined(@Nullable RuntimeException first, RuntimeException further) {
        if (first == null) {
            return further;
        }
        first.addSuppressed(further);
        return first;
    }

    private void discard(ContainerRecord container) {
        containers.discard(container);
        predecessors.add(container, containers::storedLsn);
    }

    private void drop(ContainerRecord container) {
        store.awaitGone(container.database().id(), container.id());
        store.remove(container);
        units.forget(container);
    }

    /** What queries have to know of a container's properties. */
    static Schema schema(ContainerProperties properties) {
        return new Schema(
                ComputedPropertyReader.read(properties.keptPolicies().get("computedProperties")),
                VectorPolicy.read(properties.keptPolicies().get("vectorEmbeddingPolicy")));
    }
}
