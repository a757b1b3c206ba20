package org.mayflydb.junit;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;

/**
 * The sandboxes of one extension, kept where JUnit keeps what belongs to a class or a test. What belongs to a class is also
 * found by its tests and by the classes nested in it.
 */
final class Sandboxes {
    private static final String KEY = "sandbox";

    private final Namespace namespace;

    /** @param owner the extension; two of them in one class do not share */
    Sandboxes(Object owner) {
        this.namespace = Namespace.create(owner);
    }

    Sandbox open(ExtensionContext context, SandboxSettings settings) {
        Sandbox sandbox = Sandbox.start(settings, context.getRequiredTestClass().getClassLoader());
        store(context).put(KEY, sandbox);
        return sandbox;
    }

    @Nullable
    Sandbox find(ExtensionContext context) {
        return store(context).get(KEY, Sandbox.class);
    }

    /** Closes the sandbox that was opened for this very context, if any; not one that it shares. */
    boolean close(ExtensionContext context) {
        Sandbox own = store(context).remove(KEY, Sandbox.class);
        if (own != null) {
            own.close();
        }
        return own != null;
    }

    private Store store(ExtensionContext context) {
        return context.getStore(namespace);
    }
}
