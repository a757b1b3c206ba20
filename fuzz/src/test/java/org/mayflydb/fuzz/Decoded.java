package org.mayflydb.fuzz;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.CorruptStoreException;
import org.mayflydb.base.MayflyException;

/** Calls decoders and lets only those failures pass that they are documented to have. */
public final class Decoded {
    private static final int NOT_IMPLEMENTED = 501;

    private Decoded() {}

    /** Returns what a client has sent; null if it was refused as the client's mistake, or as something unsupported. */
    public static <T> @Nullable T fromClient(Supplier<@Nullable T> decoder) {
        try {
            return decoder.get();
        } catch (MayflyException refused) {
            boolean clients = refused.status() >= 400 && refused.status() < 500;
            Claim.holds(clients || refused.status() == NOT_IMPLEMENTED, "status", refused);
            Claim.holds(refused.getMessage() != null && !refused.getMessage().isBlank(), "a message", refused);
            return null;
        }
    }

    /** Returns what a store or a file holds; null if it was reported as damaged. */
    public static <T> @Nullable T fromStore(Supplier<@Nullable T> decoder) {
        try {
            return decoder.get();
        } catch (CorruptStoreException damaged) {
            Claim.holds(damaged.getMessage() != null && !damaged.getMessage().isBlank(), "a message", damaged);
            return null;
        }
    }
}
