package org.mayflydb.query.syntax;

import java.util.ArrayList;
import java.util.List;
import org.mayflydb.query.syntax.SqlExpression.Binary;
import org.mayflydb.query.syntax.SqlExpression.BinaryOperator;

/**
 * The operands between equal operators, and the ways to make one tree of them.
 *
 * <p>AND and OR may be grouped in any way, with undefined operands too. Their operands become a balanced tree, so
 * that a condition of ten thousand terms is not ten thousand levels deep for those who walk it.
 */
final class OperandChain {
    private final List<SqlExpression> operands = new ArrayList<>();
    private final List<Span> spans = new ArrayList<>();

    /** The span is that of the operand with its parentheses. */
    void add(SqlExpression operand, Span span) {
        operands.add(operand);
        spans.add(span);
    }

    /** {@code (a ∘ b) ∘ (c ∘ d)}; of an odd number the left part has one more. */
    SqlExpression balanced(BinaryOperator operator) {
        return balanced(operator, 0, operands.size());
    }

    private SqlExpression balanced(BinaryOperator operator, int from, int to) {
        if (to - from == 1) {
            return operands.get(from);
        }
        int middle = middle(from, to);
        return new Binary(
                operator,
                balanced(operator, from, middle),
                balanced(operator, middle, to),
                spans.get(from).to(spans.get(to - 1)));
    }

    /** {@code a ∘ (b ∘ (c ∘ d))}. */
    SqlExpression rightmostFirst(BinaryOperator operator) {
        int last = operands.size() - 1;
        SqlExpression tree = operands.get(last);
        for (int i = last - 1; i >= 0; i--) {
            tree = new Binary(operator, operands.get(i), tree, spans.get(i).to(spans.get(last)));
        }
        return tree;
    }

    /** The operands that make this very tree when written in a row: all of them if it is balanced, else its two. */
    static List<SqlExpression> operandsOf(Binary root) {
        List<SqlExpression> operands = new ArrayList<>();
        collect(root.operator(), root, operands);
        return isBalanced(root.operator(), root, operands) ? operands : List.of(root.left(), root.right());
    }

    private static void collect(BinaryOperator operator, SqlExpression part, List<SqlExpression> operands) {
        if (part instanceof Binary binary && binary.operator() == operator) {
            collect(operator, binary.left(), operands);
            collect(operator, binary.right(), operands);
        } else {
            operands.add(part);
        }
    }

    private static boolean isBalanced(BinaryOperator operator, SqlExpression part, List<SqlExpression> operands) {
        if (operands.size() == 1) {
            return part == operands.get(0);
        }
        int middle = middle(0, operands.size());
        return part instanceof Binary binary
                && binary.operator() == operator
                && isBalanced(operator, binary.left(), operands.subList(0, middle))
                && isBalanced(operator, binary.right(), operands.subList(middle, operands.size()));
    }

    /** Where a balanced tree is cut in two. */
    private static int middle(int from, int to) {
        return (from + to + 1) >>> 1;
    }
}
