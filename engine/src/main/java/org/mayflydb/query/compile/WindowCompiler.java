package org.mayflydb.query.compile;

import org.jspecify.annotations.Nullable;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonValue;
import org.mayflydb.query.compile.CompiledQuery.Window;
import org.mayflydb.query.syntax.SelectQuery;
import org.mayflydb.query.syntax.SqlErrors;
import org.mayflydb.query.syntax.SqlExpression;

/** TOP, OFFSET and LIMIT: whole numbers, written or given as parameters. */
final class WindowCompiler {
    private static final long COUNT_MAX = 0xFFFF_FFFFL;

    private final Compilation compilation;
    private final SelectQuery query;

    WindowCompiler(Compilation compilation, SelectQuery query) {
        this.compilation = compilation;
        this.query = query;
    }

    Window window() {
        Long take = null;
        if (query.top() != null) {
            take = count(query.top(), "SC2060", "The count value provided for a TOP clause must be an integer.");
        }
        SelectQuery.OffsetLimit offsetLimit = query.offsetLimit();
        if (offsetLimit == null) {
            return new Window(0, take);
        }
        if (query.top() != null) {
            throw SqlErrors.compile(
                    null, offsetLimit.span(), "The TOP and OFFSET LIMIT clauses cannot be used in the same query.");
        }
        long skip = count(offsetLimit.offset(), "SC2062", "The OFFSET count value exceeds the maximum allowed value.");
        long limit = count(offsetLimit.limit(), "SC2061", "The LIMIT count value exceeds the maximum allowed value.");
        return new Window(skip, limit);
    }

    private long count(SqlExpression expression, String code, String message) {
        @Nullable
        JsonValue value = expression instanceof SqlExpression.Parameter parameter
                ? compilation.parameter(parameter)
                : ((SqlExpression.Literal) expression).value();
        Long count = value instanceof JsonNumber number ? number.exactLong() : null;
        if (count == null || count < 0 || count > COUNT_MAX) {
            throw SqlErrors.compile(code, expression.span(), message);
        }
        return count;
    }
}
