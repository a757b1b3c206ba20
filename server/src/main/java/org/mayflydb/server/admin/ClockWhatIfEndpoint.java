package org.mayflydb.server.admin;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.GoneException;
import org.mayflydb.base.MovableClock;
import org.mayflydb.base.NotFoundException;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.catalog.DatabaseRecord;
import org.mayflydb.database.Engine;
import org.mayflydb.item.Items;
import org.mayflydb.item.expiry.Backlog;
import org.mayflydb.item.expiry.Expiring;
import org.mayflydb.item.expiry.ReadBudget;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNull;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.PartitionKey;
import org.mayflydb.key.PartitionKeyDefinition;

/**
 * Shows which items a move of the clock would expire, before anybody moves it: {@code ?advanceSeconds=3600} or {@code
 * ?set=2027-01-01T00:00:00Z}. With {@code ?accept=true}, shows which items would be deleted if a clock that has jumped ahead
 * were trusted. Nothing is changed.
 */
public final class ClockWhatIfEndpoint implements AdminEndpoint {
    private static final String ADVANCE = "advanceSeconds";
    private static final String SET = "set";
    private static final String ACCEPT = "accept";

    private static final long ENTRIES_MAX = 200_000;
    private static final Duration TIME_MAX = Duration.ofSeconds(2);
    private static final int EXAMPLES_MAX = 5;
    private static final int CONTAINERS_MAX = 50;

    private final MovableClock clock;
    private final Engine engine;
    private final Supplier<ReadBudget> budgets;

    public ClockWhatIfEndpoint(MovableClock clock, Engine engine) {
        this(clock, engine, () -> new ReadBudget(ENTRIES_MAX, TIME_MAX, System::nanoTime));
    }

    /** @param budgets what one request may read */
    ClockWhatIfEndpoint(MovableClock clock, Engine engine, Supplier<ReadBudget> budgets) {
        this.clock = clock;
        this.engine = engine;
        this.budgets = budgets;
    }

    @Override
    public Set<String> parameters() {
        return Set.of(ADVANCE, SET, ACCEPT);
    }

    @Override
    public JsonObject show(QueryParameters parameters) {
        Move move = move(parameters);
        ReadBudget budget = budgets.get();
        List<Affected> found = new ArrayList<>();
        boolean complete = true;
        for (DatabaseRecord database : engine.databases()) {
            for (ContainerRecord container : containers(database)) {
                if (budget.isSpent()) {
                    complete = false;
                    break;
                }
                Affected affected = affected(container, move, budget);
                complete &= affected.complete;
                if (affected.items > 0) {
                    found.add(affected);
                }
            }
        }
        return json(move, found, complete);
    }

    /**
     * What the clock would be moved to.
     *
     * @param accept whether it stays where it is, and is trusted
     */
    private record Move(long target, boolean accept) {}

    private Move move(QueryParameters parameters) {
        String advance = parameters.find(ADVANCE);
        String set = parameters.find(SET);
        String accept = parameters.find(ACCEPT);
        if (advance != null && set == null && accept == null) {
            return new Move(clock.after(seconds(advance)).getEpochSecond(), false);
        }
        if (set != null && advance == null && accept == null) {
            return new Move(ClockEndpoint.instant(set).getEpochSecond(), false);
        }
        if ("true".equals(accept) && advance == null && set == null) {
            return new Move(clock.instant().getEpochSecond(), true);
        }
        throw new BadRequestException("Pass advanceSeconds=3600, set=2027-01-01T00:00:00Z or accept=true.");
    }

    private static Duration seconds(String text) {
        try {
            return Duration.ofSeconds(Long.parseLong(text));
        } catch (NumberFormatException notANumber) {
            throw new BadRequestException("The parameter '" + ADVANCE + "' is a whole number of seconds.");
        }
    }

    /** What a move does to one container. */
    private record Affected(
            ContainerRecord container,
            long items,
            long bytes,
            boolean complete,
            OptionalLong firstDeadline,
            List<JsonValue> examples) {
        static Affected none(ContainerRecord container) {
            return new Affected(container, 0, 0, true, OptionalLong.empty(), List.of());
        }
    }

    /** None if the database has been deleted meanwhile. */
    private Collection<ContainerRecord> containers(DatabaseRecord database) {
        try {
            return engine.containers(database.id());
        } catch (NotFoundException deleted) {
            return List.of();
        }
    }

    private Affected affected(ContainerRecord container, Move move, ReadBudget budget) {
        try {
            Items items = engine.watchedItems(container);
            return move.accept ? waiting(container, items, budget) : expiring(container, items, move.target, budget);
        } catch (NotFoundException | GoneException deleted) {
            return Affected.none(container);
        }
    }

    private static Affected expiring(ContainerRecord container, Items items, long target, ReadBudget budget) {
        Expiring expiring = items.expiry().expiringBy(target, EXAMPLES_MAX, budget);
        return new Affected(
                container,
                expiring.items(),
                expiring.bytes(),
                expiring.complete(),
                expiring.nextDeadline(),
                expiring.next().stream()
                        .map(item -> example(items.partitionKey(), item.json(), item.deadline()))
                        .toList());
    }

    /** What has expired and is deleted as soon as the clock is trusted. */
    private static Affected waiting(ContainerRecord container, Items items, ReadBudget budget) {
        Backlog backlog = items.removal().progress(budget.entriesLeft()).backlog();
        budget.pay(backlog.items());
        return new Affected(
                container,
                backlog.items(),
                backlog.bytes(),
                backlog.complete(),
                backlog.oldestDeadline(),
                items.expiry().expired(EXAMPLES_MAX, null).items().stream()
                        .map(item -> example(items.partitionKey(), item.json(), item.deadline()))
                        .toList());
    }

    private static JsonValue example(PartitionKeyDefinition definition, byte[] json, long deadline) {
        JsonObject item = (JsonObject) JsonValue.parse(json);
        JsonValue id = item.get("id");
        return JsonObject.builder()
                .put("id", id == null ? JsonNull.NULL : id)
                .put(
                        "partitionKey",
                        JsonValue.parse(PartitionKey.from(definition, item).toString()))
                .put("deadline", deadline)
                .build();
    }

    private JsonObject json(Move move, List<Affected> found, boolean complete) {
        found.sort(Comparator.comparingLong(Affected::items).reversed());
        List<JsonValue> shown = new ArrayList<>();
        for (Affected each : found.subList(0, Math.min(found.size(), CONTAINERS_MAX))) {
            shown.add(JsonObject.builder()
                    .put("database", each.container.database().id())
                    .put("container", each.container.id())
                    .put("items", each.items)
                    .put("bytes", each.bytes)
                    .put("complete", each.complete)
                    .put("firstDeadline", AdminJson.orNull(each.firstDeadline))
                    .put("examples", new JsonArray(each.examples))
                    .build());
        }
        return JsonObject.builder()
                .put("now", clock.instant().getEpochSecond())
                .put("target", move.target)
                .put("items", found.stream().mapToLong(Affected::items).sum())
                .put("bytes", found.stream().mapToLong(Affected::bytes).sum())
                .put("complete", complete)
                .put("containers", new JsonArray(shown))
                .put("containersLeftOut", found.size() - shown.size())
                .build();
    }
}
