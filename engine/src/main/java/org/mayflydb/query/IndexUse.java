package org.mayflydb.query;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.mayflydb.catalog.CompositePath;
import org.mayflydb.catalog.IndexPath;
import org.mayflydb.index.IndexRules;
import org.mayflydb.index.TermPath;
import org.mayflydb.query.compile.Aliases;
import org.mayflydb.query.compile.CompiledQuery;
import org.mayflydb.query.compile.CompiledQuery.SortKey;
import org.mayflydb.query.compile.Trees;
import org.mayflydb.query.syntax.SelectQuery;
import org.mayflydb.query.syntax.SelectQuery.Projection;
import org.mayflydb.query.syntax.SqlExpression;

/**
 * Which indexes serve a query by its text and the indexing policy, and which others would: the service's index metrics. A
 * single page may do with fewer of them.
 *
 * @param used paths as in an indexing policy: {@code /a/?}
 * @param potential paths that the query uses, but that are not indexed
 * @param usedComposites as {@code /a ASC}, {@code /b DESC}
 * @param potentialComposites for several equalities, or equalities and a range
 */
public record IndexUse(
        List<String> used,
        List<String> potential,
        List<List<String>> usedComposites,
        List<List<String>> potentialComposites) {

    /** @param key paths of the partition key, if the request names one */
    static IndexUse of(CompiledQuery query, IndexRules rules, List<TermPath> key) {
        Reader reader = new Reader(query.aliases());
        reader.readQuery(query);
        reader.paths.addAll(key);
        List<List<String>> ordered = query.order().size() > 1
                ? List.of(query.order().stream().map(IndexUse::column).toList())
                : List.of();
        return new IndexUse(
                texts(reader.paths.stream().filter(rules::covers)),
                texts(reader.paths.stream().filter(path -> !rules.covers(path))),
                ordered,
                reader.composites(rules));
    }

    private static List<String> texts(Stream<TermPath> paths) {
        return paths.map(TermPath::toPolicyText).toList();
    }

    private static String column(SortKey key) {
        return column(key.path()) + (key.descending() ? " DESC" : " ASC");
    }

    /** A composite index names the property, not the value at its end. */
    private static String column(TermPath path) {
        String text = path.toPolicyText();
        return text.substring(0, text.length() - "/?".length());
    }

    /** Collects the paths that a query looks up. */
    private static final class Reader {
        private final Set<TermPath> paths = new LinkedHashSet<>();
        private final Set<TermPath> equalities = new LinkedHashSet<>();
        private final Set<TermPath> ranges = new LinkedHashSet<>();
        private final Aliases aliases;

        Reader(Aliases aliases) {
            this.aliases = aliases;
        }

        void readQuery(CompiledQuery query) {
            SelectQuery tree = query.tree();
            SqlExpression where = tree.where();
            if (where != null) {
                addAll(where, aliases);
                readConjunction(where);
            }
            if (tree.projection() instanceof Projection.Value value) {
                addCalls(value.expression());
            } else if (tree.projection() instanceof Projection.Members members) {
                members.items().forEach(item -> addCalls(item.expression()));
            }
            if (query.order().size() == 1) {
                paths.add(query.order().get(0).path());
            }
            CompiledQuery.Inner inner = query.inner();
            if (inner != null) {
                Reader reader = new Reader(inner.query().aliases());
                reader.readQuery(inner.query());
                paths.addAll(reader.paths);
            }
        }

        /** What a function or an aggregate works on is read from the index. */
        private void addCalls(SqlExpression expression) {
            if (expression instanceof SqlExpression.Call call) {
                call.arguments().forEach(argument -> addAll(argument, aliases));
            }
            Trees.operands(expression).forEach(this::addCalls);
        }

        private void addAll(SqlExpression expression, Aliases names) {
            TermPath path = names.pathOf(expression);
            if (path != null) {
                if (!path.equals(TermPath.ITEM)) {
                    paths.add(path);
                }
                return;
            }
            if (expression instanceof SqlExpression.Subquery subquery) {
                addCondition(subquery.query(), names);
            }
            Trees.operands(expression).forEach(operand -> addAll(operand, names));
        }

        private void addCondition(SelectQuery subquery, Aliases outer) {
            SqlExpression condition = subquery.where();
            if (condition != null) {
                Aliases names = outer;
                for (SelectQuery.Source source : subquery.sources()) {
                    names = names.with(source);
                }
                addAll(condition, names);
            }
        }

        private void readConjunction(SqlExpression condition) {
            if (condition instanceof SqlExpression.Between between) {
                addTo(ranges, between.value());
            } else if (condition instanceof SqlExpression.Binary binary) {
                switch (binary.operator()) {
                    case AND -> {
                        readConjunction(binary.left());
                        readConjunction(binary.right());
                    }
                    case EQUAL -> addTo(equalities, binary.left());
                    case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> addTo(ranges, binary.left());
                    default -> {}
                }
            }
        }

        private void addTo(Set<TermPath> compared, SqlExpression expression) {
            TermPath path = aliases.pathOf(expression);
            if (path != null
                    && !path.steps().isEmpty()
                    && path.steps().stream().allMatch(IndexPath.PathStep.Member.class::isInstance)) {
                compared.add(path);
            }
        }

        /** Equalities together with each range. */
        List<List<String>> composites(IndexRules rules) {
            List<List<String>> composites = new ArrayList<>();
            if (equalities.isEmpty()) {
                return composites;
            }
            Set<Set<TermPath>> present = new LinkedHashSet<>();
            rules.composites().forEach(index -> present.add(pathsOf(index.paths())));
            for (TermPath range : ranges) {
                Set<TermPath> columns = new LinkedHashSet<>(equalities);
                columns.add(range);
                if (columns.size() > 1 && !present.contains(columns)) {
                    composites.add(
                            columns.stream().map(path -> column(path) + " ASC").toList());
                }
            }
            return composites;
        }

        private static Set<TermPath> pathsOf(List<CompositePath> columns) {
            Set<TermPath> paths = new LinkedHashSet<>();
            columns.forEach(column -> paths.add(TermPath.of(column.path())));
            return paths;
        }
    }
}
