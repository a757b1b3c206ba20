package org.mayflydb.query.compile;

import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.function.CallContext;
import org.mayflydb.query.run.Budget;
import org.mayflydb.query.run.Document;
import org.mayflydb.query.run.Evaluator;
import org.mayflydb.query.run.Evaluator.Constant;
import org.mayflydb.query.run.Frame;
import org.mayflydb.query.syntax.SqlErrors;
import org.mayflydb.query.syntax.SqlExpression;

/** What all parts of one query share while it is compiled. */
final class Compilation {
    /** Beyond this a query is refused: its rows would multiply. */
    private static final int JOINS_MAX = 10;

    /** How many parts of an expression are evaluated in about the time of one step. */
    private static final int PARTS_PER_STEP = 8;

    private final Map<String, JsonValue> parameters;
    private final Budget budget;
    private final Frame constants;
    private final ComputedProperties computedProperties;
    private final VectorPolicy vectors;
    private final Document.Paths paths = new Document.Paths();
    private final Set<String> computing = new HashSet<>();
    private int slotCount;
    private int joinCount;
    private int partCount;
    private boolean inCondition;

    /** @param budget what compiling is charged to, the evaluation of constants included */
    Compilation(Map<String, JsonValue> parameters, Schema schema, Budget budget) {
        this.parameters = parameters;
        this.computedProperties = schema.computedProperties();
        this.vectors = schema.vectors();
        this.budget = budget;
        CallContext nobody =
                new CallContext(Instant.EPOCH, InstantSource.fixed(Instant.EPOCH), new SplittableRandom(0), budget);
        this.constants = new Frame(new Document.Paths().document(), 0, nobody, budget);
    }

    VectorPolicy vectors() {
        return vectors;
    }

    Budget budget() {
        return budget;
    }

    /** Counts a part of an expression. */
    void countPart() {
        partCount++;
        budget.step();
    }

    int partCount() {
        return partCount;
    }

    /**
     * An evaluator that charges for its parts whenever it runs.
     *
     * @param partsBefore how many parts had been compiled before it
     */
    Evaluator charged(Evaluator evaluator, int partsBefore) {
        int steps = (partCount - partsBefore) / PARTS_PER_STEP;
        if (steps == 0 || evaluator instanceof Constant) {
            return evaluator;
        }
        return frame -> {
            frame.budget().spend(steps);
            return evaluator.evaluate(frame);
        };
    }

    /** The value of a parameter; undefined if the request gives it none. */
    @Nullable
    JsonValue parameter(SqlExpression.Parameter parameter) {
        return parameters.get(parameter.name());
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

    private Constant constant(Evaluator evaluator) {
        return new Constant(evaluator.evaluate(constants));
    }
}
