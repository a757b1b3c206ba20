package org.mayflydb.junit;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * A database for tests that register their extensions as fields:
 *
 * <pre>{@code
 * @RegisterExtension
 * static final MayflyExtension mayfly = MayflyExtension.inMemory().seed("orders.json");
 * }</pre>
 *
 * <p>In a static field, all tests of the class share one database; in a field of the instance, each test has its own. Tests
 * may ask for the same parameters as with {@link MayflyTest}, or ask this object for {@link #endpoint} and {@link #clock}, for
 * example to configure an application before it starts. Each method that configures answers a new extension.
 */
public final class MayflyExtension
        implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback, AfterEachCallback, ParameterResolver {
    private final SandboxSettings settings;
    private final Sandboxes sandboxes = new Sandboxes(this);
    private @Nullable Sandbox current;

    private MayflyExtension(SandboxSettings settings) {
        this.settings = settings;
    }

    /** A database in memory, with an empty database called {@code test} and a clock that stands still. */
    public static MayflyExtension inMemory() {
        return new MayflyExtension(SandboxSettings.DEFAULTS);
    }

    /** Also fills the database from these files, each as {@link Seed} describes it. */
    public MayflyExtension seed(String... files) {
        return new MayflyExtension(settings.withMoreSeeds(List.of(files)));
    }

    /** Gives the database another id. */
    public MayflyExtension database(String id) {
        return new MayflyExtension(settings.withDatabase(id));
    }

    /** Lets the clock run by itself, too. */
    public MayflyExtension ticking() {
        return new MayflyExtension(settings.withTicking(true));
    }

    /** Has clients connect as they do to Azure, with TLS and in direct mode; see {@link MayflyTest#tls}. */
    public MayflyExtension tls() {
        return new MayflyExtension(settings.withTls(true));
    }

    /** Lets the clock begin here instead of at the present time; seeds are written at that time. */
    public MayflyExtension startingAt(Instant start) {
        return new MayflyExtension(settings.withStart(start));
    }

    /** Where the database is. There is one from before {@code @BeforeAll} or {@code @BeforeEach} until after the tests. */
    public MayflyEndpoint endpoint() {
        return current().endpoint();
    }

    /** The clock of the database. */
    public MayflyClock clock() {
        return current().clock();
    }

    private synchronized Sandbox current() {
        if (current == null) {
            throw new IllegalStateException(
                    "There is no database yet, or no more: it is there while a test runs. Is the field annotated with"
                            + " @RegisterExtension?");
        }
        return current;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        openUnlessShared(context);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        openUnlessShared(context);
    }

    private synchronized void openUnlessShared(ExtensionContext context) {
        if (sandboxes.find(context) != null) {
            return;
        }
        if (current != null) {
            throw new ExtensionConfigurationException("One MayflyExtension serves two tests or classes at the same"
                    + " time, which would move each other's clock. Use @MayflyTest where tests run in parallel.");
        }
        current = sandboxes.open(context, settings);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        close(context);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        close(context);
    }

    private synchronized void close(ExtensionContext context) {
        if (sandboxes.close(context)) {
            current = null;
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return SandboxParameters.offer(parameter.getParameter().getType());
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return SandboxParameters.get(parameter, sandboxes.find(context));
    }
}
