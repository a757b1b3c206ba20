package org.mayflydb.query.compile;

import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.function.CallContext;
import org.mayflydb.query.run.Budget;
import org.mayflydb.query.run.Document;
import org.mayflydb.query.run.Evaluator;
import org.mayflydb.query.run.Evaluator.Constant;
import org.mayflydb.query.run.Frame;
import org.mayflydb.query.run.QueryLimits;
import org.mayflydb.query.syntax.SqlErrors;
import org.mayflydb.query.syntax.SqlExpression;

/** What all parts of one query share while it is compiled. */
final class Compilation {
    /** Beyond this a query is refused: its rows would multiply. */
    private static final int JOINS_MAX = 10;

    private final Map<String, JsonValue> parameters;
    private final ComputedProperties computedProperties;
    private final Document.Paths paths = new Document.Paths();
    private final Set<String> computing = new HashSet<>();
    private int slotCount;
    private int joinCount;
    private boolean inCondition;
    private boolean resumable;

    Compilation(Map<String, JsonValue> parameters, ComputedProperties computedProperties) {
        this.parameters = parameters;
        this.computedProperties = computedProperties;
    }

    JsonValue parameter(SqlExpression.Parameter parameter) {
        JsonValue value = parameters.get(parameter.name());
        if (value == null) {
            throw SqlErrors.compile(
                    "SC2001", parameter.span(), "The query parameter '" + parameter.name() + "' has no value.");
        }
        return value;
    }

    int newSlot() {
        return slotCount++;
    }

    int slotCount() {
        return slotCount;
    }

    void countJoin() {
        if (++joinCount > JOINS_MAX) {
            throw SqlErrors.run(
                    "The query exceeded the maximum number of joins. The allowed limit is " + JOINS_MAX + ".");
        }
    }

    Document.Paths paths() {
        return paths;
    }

    Evaluator at(List<String> path) {
        return paths.at(path, inCondition);
    }

    /** What is compiled now belongs to the condition, whose paths are read before all others. */
    void inCondition(boolean now) {
        inCondition = now;
    }

    /** What is compiled now has the form in which clients merge partitions, and may tell where such a client resumes. */
    void resumable(boolean now) {
        resumable = now;
    }

    boolean isResumable() {
        return resumable;
    }

    /** Whether a member of the item with this name is computed; in its own expression it is what is stored. */
    boolean isComputed(String name) {
        return computedProperties.has(name) && !computing.contains(name);
    }

    Evaluator computedProperty(String name) {
        computing.add(name);
        try {
            Scope scope = Scope.outermost();
            scope.bind(computedProperties.alias(name), new Scope.Binding.ItemPath(List.of()));
            return new ExpressionCompiler(this, scope).compile(computedProperties.expression(name));
        } finally {
            computing.remove(name);
        }
    }

    /** The evaluator itself, or its value if everything it depends on is constant. */
    Evaluator folded(Evaluator evaluator, List<Evaluator> operands) {
        return operands.stream().allMatch(Constant.class::isInstance) ? constant(evaluator) : evaluator;
    }

    private static Constant constant(Evaluator evaluator) {
        CallContext nobody =
                new CallContext(Instant.EPOCH, InstantSource.fixed(Instant.EPOCH), new SplittableRandom(0));
        Budget budget = new Budget(() -> 0, QueryLimits.DEFAULT);
        Frame frame = new Frame(new Document.Paths().document(), 0, nobody, budget);
        return new Constant(evaluator.evaluate(frame));
    }
}
