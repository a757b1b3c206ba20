/**
 * The binary form in which one client sends the operations of a batch and reads their results.
 *
 * <p>A body is a stream: a row that begins a segment, then a row for each record that says how long the record is and what its
 * checksum is, then the record. A record is a row too: a version, the number of its schema, a bit for each of its fields,
 * fields of fixed length, fields that begin with their length, and last such as name themselves. Numbers are little-endian.
 * {@link OperationRows} reads operations, {@link ResultRows} writes results; no other schema is known.
 *
 * <p>Promise: any bytes are operations or a bad request, and reading takes no more memory than the bytes.
 */
@NullMarked
package org.mayflydb.server.hybridrow;

import org.jspecify.annotations.NullMarked;
