package org.mayflydb.conformance;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.FailureCode;
import org.mayflydb.base.MayflyException;

/** How a call ended: with a value, or in one of the ways that an operation may end other than in success. */
record Outcome<T>(@Nullable T value, @Nullable FailureCode failure) {

    static <T> Outcome<T> of(Supplier<T> call) {
        try {
            return new Outcome<>(call.get(), null);
        } catch (MayflyException ended) {
            return new Outcome<>(null, ended.code());
        }
    }
}
