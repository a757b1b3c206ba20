package org.mayflydb.query.compile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.Invariant;
import org.mayflydb.query.run.Aggregate;
import org.mayflydb.query.run.Evaluator;
import org.mayflydb.query.run.Grouping;
import org.mayflydb.query.syntax.SelectQuery;
import org.mayflydb.query.syntax.SqlErrors;
import org.mayflydb.query.syntax.SqlExpression;
import org.mayflydb.query.syntax.SqlText;

/**
 * Expressions over groups: what GROUP BY names is the key of the group, calls of aggregate functions are their results,
 * and no other reference to rows is left.
 */
final class GroupCompiler extends ExpressionCompiler {
    private final Compilation compilation;
    private final Scope rowScope;
    private final boolean outermost;
    private final List<Grouping.Key> keys;
    private final Map<String, Integer> keySlots = new LinkedHashMap<>();
    private final List<Grouping.Call> calls = new ArrayList<>();

    /** @param outermost whether the query is not a subquery: only there no subquery may be aggregated */
    GroupCompiler(Compilation compilation, SelectQuery query, Scope rowScope, boolean outermost) {
        super(compilation, rowScope.grouped());
        this.outermost = outermost;
        this.compilation = compilation;
        this.rowScope = rowScope;
        this.keys = SelectCompiler.keys(compilation, query, rowScope);
        for (int i = 0; i < keys.size(); i++) {
            keySlots.put(SqlText.of(query.groupBy().get(i)), keys.get(i).slot());
        }
    }

    /** All that was met. */
    Grouping grouping() {
        return new Grouping(keys, calls);
    }

    @Override
    Evaluator compile(SqlExpression expression) {
        Integer key = keySlots.isEmpty() ? null : keySlots.get(text(expression));
        if (key != null) {
            return slot(key);
        }
        if (Trees.isAggregate(expression)) {
            return aggregate((SqlExpression.Call) expression);
        }
        if (expression instanceof SqlExpression.Member) {
            String text = text(expression);
            return referenced(expression) ? refused(text, expression) : super.compile(expression);
        }
        return super.compile(expression);
    }

    /** What an expression is told by; each part of an expression is written again for itself, which adds up. */
    private String text(SqlExpression expression) {
        String text = SqlText.of(expression);
        compilation.budget().spendCharacters(text.length());
        return text;
    }

    /** Whether a chain of members begins at a name that stands for rows. */
    private static boolean referenced(SqlExpression expression) {
        SqlExpression target = expression;
        while (target instanceof SqlExpression.Member member) {
            target = member.target();
        }
        return target instanceof SqlExpression.Identifier;
    }

    private Evaluator refused(String text, SqlExpression expression) {
        // A name that is unknown altogether is the worse mistake; a part of the chain may be grouped by.
        SqlExpression target = expression;
        while (target instanceof SqlExpression.Member member) {
            target = member.target();
            if (keySlots.containsKey(text(target))) {
                return super.compile(expression);
            }
        }
        SqlExpression.Identifier name = (SqlExpression.Identifier) target;
        Scope.Binding unused = rowScope.find(name.name(), name.span());
        throw Scope.notGrouped(text, expression.span());
    }

    private Evaluator aggregate(SqlExpression.Call call) {
        CallCompiler.checkCount(call, call.name().toUpperCase(Locale.ROOT), 1, 1);
        SqlExpression argument = call.arguments().get(0);
        boolean refused = Trees.any(
                argument, part -> (outermost && part instanceof SqlExpression.Subquery) || Trees.isAggregate(part));
        if (refused) {
            throw SqlErrors.compile(
                    "SC2101",
                    call.span(),
                    "Cannot perform an aggregate function on an expression containing an aggregate or a subquery.");
        }
        Aggregate function = Invariant.present(Aggregate.find(call.name()), "it is an aggregate");
        int slot = compilation.newSlot();
        calls.add(new Grouping.Call(function, new ExpressionCompiler(compilation, rowScope).compile(argument), slot));
        return slot(slot);
    }

    private static Evaluator slot(int index) {
        return frame -> frame.slot(index);
    }

    @Override
    @Nullable
    List<String> itemPath(SqlExpression expression) {
        // What is left of rows after grouping is in slots.
        return keySlots.containsKey(text(expression)) ? null : super.itemPath(expression);
    }
}
