package org.mayflydb.fuzz;

/** A decoder and what holds for it whatever it is given. Called by one thread. */
public interface FuzzTarget {
    /** The name on the command line, and of the directory with its seeds. */
    String name();

    /**
     * Decodes the input. Everything that is thrown is a finding, so a target catches the exceptions that the decoder may
     * throw; see {@link Decoded}.
     */
    void run(byte[] input) throws Exception;

    /** How much memory one run may allocate; see {@link BoundedRun}. */
    default long allocatedBytesMax(int inputBytes) {
        return (4L << 20) + 2048L * inputBytes;
    }
}
