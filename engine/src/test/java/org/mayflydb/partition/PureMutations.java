package org.mayflydb.partition;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Runs every mutation of every test twice, and fails the test class in which one turns out not to be pure. */
public final class PureMutations implements BeforeAllCallback, AfterAllCallback {
    @Override
    public void beforeAll(ExtensionContext context) {
        MutationCheck.turn(true);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        assertThat(MutationCheck.takeFound()).as("mutations that are not pure").isEmpty();
    }
}
