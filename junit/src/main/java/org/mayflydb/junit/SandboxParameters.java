package org.mayflydb.junit;

import java.lang.reflect.Parameter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.mayflydb.embedded.Database;

/** What tests may ask for, and how it is found in a sandbox. */
final class SandboxParameters {
    private SandboxParameters() {}

    static boolean offer(Class<?> type) {
        return type == MayflyClock.class
                || type == MayflyEndpoint.class
                || type == Database.class
                || CosmosTypes.include(type);
    }

    /** @param sandbox null if there is none where the parameter stands */
    static Object get(ParameterContext context, @Nullable Sandbox sandbox) {
        Parameter parameter = context.getParameter();
        if (sandbox == null) {
            throw new ParameterResolutionException("There is no database yet for '" + parameter
                    + "'. Tests, @BeforeEach and @AfterEach may ask for it; constructors and @BeforeAll only with"
                    + " @MayflyTest(fresh = Fresh.FOR_EACH_CLASS) or a MayflyExtension in a static field.");
        }
        Class<?> type = parameter.getType();
        if (type == MayflyClock.class) {
            return sandbox.clock();
        } else if (type == MayflyEndpoint.class) {
            return sandbox.endpoint();
        } else if (type == Database.class) {
            return sandbox.database();
        }
        return sandbox.clients().get(type, () -> containerId(context, sandbox.containerIds()));
    }

    private static String containerId(ParameterContext context, List<String> present) {
        Parameter parameter = context.getParameter();
        String asked = context.findAnnotation(ContainerId.class)
                .map(ContainerId::value)
                .orElse(null);
        if (asked == null && present.size() == 1) {
            return present.get(0);
        }
        String id = asked != null ? asked : parameter.getName();
        if (present.contains(id)) {
            return id;
        }
        String complaint = asked != null || parameter.isNamePresent()
                ? "There is no container '" + id + "'"
                : "Which container '" + parameter + "' is, is not known: annotate it with @ContainerId";
        throw new ParameterResolutionException(complaint + ". The database has the containers " + present + ".");
    }
}
