/**
 * From the tree of a query to something that runs: {@link org.mayflydb.query.compile.QueryCompiler} resolves names, checks
 * what only a reader of the whole query can check, and turns expressions into {@link
 * org.mayflydb.query.run.Evaluator}s. The outcome is a {@link org.mayflydb.query.compile.CompiledQuery}, which still knows
 * its tree, because planning looks at conditions rather than at what computes them.
 *
 * <p>Parameters are constants here: a query is compiled for every execution, its tree may be kept.
 */
@NullMarked
package org.mayflydb.query.compile;

import org.jspecify.annotations.NullMarked;
