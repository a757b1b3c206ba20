package org.mayflydb.junit;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.List;
import java.util.Map;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/**
 * What became of the tests of a class that JUnit was asked to run, in this process.
 *
 * @param failures their messages
 */
record Run(long succeeded, List<String> failures) {
    static Run of(Class<?>... classes) {
        return of(Map.of(), classes);
    }

    static Run inParallel(Class<?>... classes) {
        return of(
                Map.of(
                        "junit.jupiter.execution.parallel.enabled", "true",
                        "junit.jupiter.execution.parallel.mode.default", "concurrent",
                        "junit.jupiter.execution.parallel.mode.classes.default", "concurrent",
                        "junit.jupiter.execution.parallel.config.strategy", "fixed",
                        "junit.jupiter.execution.parallel.config.fixed.parallelism", "4"),
                classes);
    }

    private static Run of(Map<String, String> configuration, Class<?>... classes) {
        LauncherDiscoveryRequestBuilder request =
                LauncherDiscoveryRequestBuilder.request().configurationParameters(configuration);
        for (Class<?> each : classes) {
            request.selectors(selectClass(each));
        }
        LauncherDiscoveryRequest built = request.build();
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create().execute(built, listener);
        return new Run(
                listener.getSummary().getTestsSucceededCount(),
                listener.getSummary().getFailures().stream()
                        .map(failure -> String.valueOf(failure.getException()))
                        .toList());
    }
}
