/**
 * The index: which items have which values where, in order, kept up to date in the commit of each write.
 *
 * <p>A <em>term</em> is a place in an item together with the string, number, boolean or null that stands there. The place
 * is a {@link TermPath}, which enters objects by name and arrays by every element; the value is a {@link ValueCode}, whose
 * bytes compare as the values do. {@link IndexRules} say which places are indexed: an indexing policy, compiled. A {@link
 * CompositeIndex} has one entry per item, sorted by several paths. An {@link IndexEntry} ends with the number of its item
 * and leads to it.
 *
 * <p>Terms alone do not tell which items have <em>no</em> value at a path, and those belong into a sorted answer too. So
 * every item has a <em>shape</em>: which of its paths hold a scalar, an array or an object, arrays not entered and three
 * levels deep at most. Items of one shape stand together, and {@link Shapes} says which shapes lack a path.
 *
 * <p>{@link TermCollector} takes an item apart into {@link ItemTerms}; {@link PartitionIndex} turns those into entries
 * and knows by which policies the entries of a partition were made. While a partition is rebuilt after a change of policy
 * there are several, and its {@link IndexView} offers what all of them have. {@link ContainerIndex} is all partitions
 * together.
 *
 * <p>Promises:
 *
 * <ul>
 *   <li>Entries change in the commit of the item they belong to. A reader that sees an entry and then the item may still
 *       find a newer version of it: two reads are two moments.
 *   <li>A range that calls itself exact holds the entries of matching values and no others. Strings of more than {@value
 *       org.mayflydb.index.ValueEncoder#STRING_BYTES_MAX} bytes are cut in entries, so a range bounded by one is not exact.
 *   <li>Expired items have entries until they are purged. Readers filter them.
 *   <li>Items with more than {@value org.mayflydb.index.TermCollector#TERMS_MAX} terms have no terms and no composite
 *       entries: they stand under the shape {@link Shapes#OVERFLOW}, and <em>every</em> reader of terms or composite
 *       entries must look at all of those as well. Items with more than {@value
 *       org.mayflydb.index.ItemShape#PATHS_MAX} paths, and those that come after the last shape a partition takes, have
 *       their terms but stand under {@link Shapes#UNKNOWN}: who asks for a shape must look at them.
 *   <li>The system properties {@code _rid}, {@code _self}, {@code _etag} and {@code _attachments} are never indexed.
 * </ul>
 */
@NullMarked
package org.mayflydb.index;

import org.jspecify.annotations.NullMarked;
