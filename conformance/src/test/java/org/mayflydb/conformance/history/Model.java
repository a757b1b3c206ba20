package org.mayflydb.conformance.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mayflydb.conformance.history.Operation.Kind;
import org.mayflydb.conformance.history.Outcome.Result;

/** A logical partition as simple as it can be: what an operation must do and answer in a given state at a given second. */
final class Model {
    static final int SOME_FAILED = 207;
    private static final int NOT_TRIED = 424;

    private final Map<String, Version> live = new HashMap<>();

    /**
     * What must come of it.
     *
     * @param writes what items are afterwards; empty for those that are removed
     */
    record Prediction(Outcome outcome, Map<String, Optional<Content>> writes) {
        /** Whether this is what a client saw. ETags of new versions are not predicted. */
        boolean explains(Outcome seen) {
            if (outcome.status() != seen.status()
                    || outcome.results().size() != seen.results().size()
                    || !outcome.rows().equals(seen.rows())) {
                return false;
            }
            for (int i = 0; i < outcome.results().size(); i++) {
                Result expected = outcome.results().get(i);
                Result found = seen.results().get(i);
                if (expected.status() != found.status()
                        || (expected.etag() != null && !expected.etag().equals(found.etag()))) {
                    return false;
                }
            }
            return true;
        }
    }

    private Model(Map<String, Version> stored, long now, int defaultTtl) {
        stored.forEach((id, version) -> {
            if (version.isLive(now, defaultTtl)) {
                live.put(id, version);
            }
        });
    }

    /** @param stored by id; the expired may be among them, and do not count */
    static Prediction predict(Map<String, Version> stored, Operation operation, long now, int defaultTtl) {
        Model model = new Model(stored, now, defaultTtl);
        return switch (operation.kind()) {
            case QUERY -> new Prediction(new Outcome(200, 0, List.of(), model.rows()), Map.of());
            case BATCH -> model.batch(operation.parts());
            default -> {
                Map<String, Optional<Content>> writes = new LinkedHashMap<>();
                Result result = model.apply(operation, writes);
                yield new Prediction(new Outcome(result.status(), 0, List.of(result), Map.of()), writes);
            }
        };
    }

    private Map<String, String> rows() {
        Map<String, String> rows = new HashMap<>();
        live.forEach((id, version) -> rows.put(id, version.etag()));
        return rows;
    }

    private Prediction batch(List<Operation> parts) {
        Map<String, Optional<Content>> writes = new LinkedHashMap<>();
        List<Result> results = new ArrayList<>();
        for (Operation part : parts) {
            Result result = apply(part, writes);
            if (result.status() >= 400) {
                return new Prediction(failed(parts.size(), results.size(), result), Map.of());
            }
            results.add(result);
        }
        return new Prediction(new Outcome(200, 0, results, Map.of()), writes);
    }

    private static Outcome failed(int size, int place, Result failure) {
        List<Result> results = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            results.add(i == place ? failure : new Result(NOT_TRIED, null));
        }
        return new Outcome(SOME_FAILED, 0, results, Map.of());
    }

    private Result apply(Operation operation, Map<String, Optional<Content>> writes) {
        Version before = live.get(operation.id());
        int refusal = refusal(operation, before);
        if (refusal != 0) {
            return new Result(refusal, null);
        }
        Kind kind = operation.kind();
        if (kind == Kind.READ) {
            return new Result(200, Objects.requireNonNull(before).etag());
        }
        if (kind == Kind.DELETE) {
            writes.put(operation.id(), Optional.empty());
            return new Result(204, null);
        }
        Content content = operation.content();
        writes.put(
                operation.id(),
                Optional.of(
                        kind == Kind.PATCH
                                ? Objects.requireNonNull(before).content().patched(content.serial())
                                : content));
        return new Result(before == null ? 201 : 200, null);
    }

    /** The status of a failure; 0 if there is none. */
    private static int refusal(Operation operation, @Nullable Version before) {
        if (before == null) {
            // An upsert that inserts has nothing to compare an ETag with.
            return operation.kind() == Kind.CREATE || operation.kind() == Kind.UPSERT ? 0 : 404;
        }
        if (operation.kind() == Kind.CREATE) {
            return 409;
        }
        return operation.ifMatch() != null && !operation.ifMatch().equals(before.etag()) ? 412 : 0;
    }
}
