package org.mayflydb.backup;

/**
 * How a backup is restored.
 *
 * @param disableTtl whether to switch time to live off in every container, so that nothing expires any more
 * @param reviveExpired whether to keep what has expired by now. With {@code disableTtl} it lives again; without, nobody
 *     sees it and the next purge removes it.
 * @param check whether to look for damage in the restored store
 */
public record RestoreOptions(boolean disableTtl, boolean reviveExpired, boolean check) {
    public static final RestoreOptions DEFAULT = new RestoreOptions(false, false, true);
}
