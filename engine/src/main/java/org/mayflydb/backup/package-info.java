/**
 * Backups: a {@link Backup} is a directory with a snapshot of a whole store and a {@link BackupManifest} that describes it. A
 * {@link Restore} turns it into a data directory.
 *
 * <p>Promises:
 *
 * <ul>
 *   <li>A backup is taken while requests are served, and contains every write that was acknowledged before it began.
 *   <li>The manifest is written last: a directory without one is no backup.
 *   <li>A restore copies, so that a backup can be restored again. A directory into which it did not come to its end is refused
 *       by everybody who would open it.
 *   <li>A restore brings nothing back to life that has expired by then, unless it is asked to.
 *   <li>Only the store is in a backup. Certificates and keys, which lie beside it, are not.
 * </ul>
 */
@NullMarked
package org.mayflydb.backup;

import org.jspecify.annotations.NullMarked;
