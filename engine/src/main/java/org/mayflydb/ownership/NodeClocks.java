package org.mayflydb.ownership;

/** The two clocks of a process, in milliseconds. */
public interface NodeClocks {

    /** Never goes back, and has no meaning outside of this process. It may stand still while the machine is suspended. */
    long monotonic();

    /** The time of day, which somebody may set. */
    long wall();
}
