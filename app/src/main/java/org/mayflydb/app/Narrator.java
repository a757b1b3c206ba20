package org.mayflydb.app;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.mayflydb.base.MayflyException;
import org.mayflydb.base.MovableClock;
import org.mayflydb.embedded.Item;
import org.mayflydb.embedded.Page;
import org.mayflydb.item.expiry.PurgeResult;
import org.mayflydb.item.expiry.Usage;
import org.mayflydb.ttl.Lifetime;
import picocli.CommandLine.Help.Ansi.Style;

/** Runs code, prints the line that it runs and what that answered, and keeps the time that the code took. */
final class Narrator {
    private final PrintWriter out;
    private final boolean coloured;
    private final Pause pause;
    private long nanos;

    Narrator(PrintWriter out, boolean coloured, Pause pause) {
        this.out = out;
        this.coloured = coloured;
        this.pause = pause;
    }

    /** How long the code took so far, without printing and pauses. */
    Duration spent() {
        return Duration.ofNanos(nanos);
    }

    void heading(String text) {
        out.println();
        print("", text, Style.bold);
    }

    void remark(String text) {
        print("  ", text, Style.italic);
        rest();
    }

    /** Runs code whose answer is needed further on, and says nothing about the answer. */
    <T> T make(String code, Supplier<T> call) {
        printCode(code);
        T made = timed(call);
        rest();
        return made;
    }

    /** Runs code that answers nothing. */
    void act(String code, Runnable call) {
        make(code, () -> {
            call.run();
            return code;
        });
    }

    /** Runs code that moves the clock, and says what the clock then shows. */
    void move(MovableClock clock, String code, Runnable call) {
        observe(code, () -> {
            call.run();
            return "the clock shows " + clock.instant();
        });
    }

    /** Runs code and prints what it answers, be it a failure. */
    void observe(String code, Supplier<?> call) {
        printCode(code);
        String answer;
        try {
            answer = describe(timed(call));
        } catch (MayflyException failure) {
            answer = failure.status() + " " + failure.code().wireName() + ": " + failure.getMessage();
        }
        print("    -> ", answer, Style.fg_green);
        rest();
    }

    private <T> T timed(Supplier<T> call) {
        long start = System.nanoTime();
        try {
            return call.get();
        } finally {
            nanos += System.nanoTime() - start;
        }
    }

    private static String describe(Object answer) {
        if (answer instanceof Item item) {
            return item.toMap().get("id") + ", last written " + item.timestamp() + ", " + describe(item.lifetime());
        } else if (answer instanceof Page page) {
            return CountText.of(page.items().size(), "item")
                    + page.items().stream()
                            .map(item -> String.valueOf(item.toMap().get("id")))
                            .sorted()
                            .collect(Collectors.joining(", ", ": ", ""));
        } else if (answer instanceof Usage usage) {
            return CountText.of(usage.items(), "item") + ", " + CountText.of(usage.bytes(), "byte");
        } else if (answer instanceof PurgeResult purged) {
            return CountText.of(purged.items(), "item") + ", " + CountText.of(purged.bytes(), "byte") + " deleted; "
                    + (purged.done() ? "nothing is left to delete" : "there is more to delete");
        }
        return answer.toString();
    }

    private static String describe(Lifetime lifetime) {
        return switch (lifetime.kind()) {
            case INHERIT -> "inherits its lifetime";
            case NEVER -> "never expires";
            case SECONDS -> "lives for " + CountText.of(lifetime.seconds(), "second");
        };
    }

    private void printCode(String code) {
        print("  > ", code + ";", Style.fg_cyan);
    }

    private void print(String mark, String text, Style style) {
        out.println(mark + (coloured ? style.on() + text + Style.reset.on() : text));
    }

    private void rest() {
        out.flush();
        pause.take();
    }
}
