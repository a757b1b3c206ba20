package org.mayflydb.junit;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** What {@link MayflyTest} stands for. One object may serve many tests at a time, so it remembers nothing itself. */
final class AnnotatedExtension
        implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback, AfterEachCallback, ParameterResolver {
    private final Sandboxes sandboxes = new Sandboxes(this);

    @Override
    public void beforeAll(ExtensionContext context) {
        if (settings(context).fresh() == Fresh.FOR_EACH_TEST) {
            return;
        }
        if (sandboxes.find(context) == null) {
            sandboxes.open(context, sandboxSettings(context));
        } else {
            refuseSeeds(context.getRequiredTestClass(), "nested in a class");
        }
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        if (settings(context).fresh() == Fresh.FOR_EACH_TEST) {
            sandboxes.open(context, sandboxSettings(context));
        } else {
            refuseSeeds(context.getRequiredTestMethod(), "in a class");
        }
    }

    @Override
    public void afterEach(ExtensionContext context) {
        sandboxes.close(context);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        sandboxes.close(context);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return SandboxParameters.offer(parameter.getParameter().getType());
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return SandboxParameters.get(parameter, sandboxes.find(context));
    }

    /** The nearest annotation: a nested class may have one that differs from the outer one's. */
    private static MayflyTest settings(ExtensionContext context) {
        Class<?> at = context.getRequiredTestClass();
        while (at != null) {
            Optional<MayflyTest> found = AnnotationSupport.findAnnotation(at, MayflyTest.class);
            if (found.isPresent()) {
                return found.get();
            }
            at = at.getEnclosingClass();
        }
        throw new IllegalStateException("The extension was registered without @MayflyTest.");
    }

    private static SandboxSettings sandboxSettings(ExtensionContext context) {
        MayflyTest settings = settings(context);
        List<String> seeds = new ArrayList<>();
        for (AnnotatedElement element : outermostFirst(context)) {
            find(element, Seed.class).map(Seed::value).map(List::of).ifPresent(seeds::addAll);
        }
        return SandboxSettings.DEFAULTS
                .withDatabase(settings.database())
                .withTicking(settings.ticking())
                .withTls(settings.tls())
                .withMoreSeeds(seeds);
    }

    private static List<AnnotatedElement> outermostFirst(ExtensionContext context) {
        List<AnnotatedElement> elements = new ArrayList<>();
        context.getTestMethod().ifPresent(elements::add);
        for (Class<?> at = context.getRequiredTestClass(); at != null; at = at.getEnclosingClass()) {
            elements.add(at);
        }
        Collections.reverse(elements);
        return elements;
    }

    /** Seeds that come too late would have to be ignored. */
    private static void refuseSeeds(AnnotatedElement element, String where) {
        if (find(element, Seed.class).isPresent()) {
            throw new ExtensionConfigurationException("@Seed on " + element + " has no effect, because it is " + where
                    + " whose tests share one database (Fresh.FOR_EACH_CLASS). Move it to that class.");
        }
    }

    private static <A extends Annotation> Optional<A> find(AnnotatedElement element, Class<A> type) {
        return AnnotationSupport.findAnnotation(element, type);
    }
}
