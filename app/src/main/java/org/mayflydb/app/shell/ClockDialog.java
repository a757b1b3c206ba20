package org.mayflydb.app.shell;

import java.io.PrintWriter;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.mayflydb.app.endpoint.AdminApi;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonBoolean;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/** Shows and moves the server's clock. If that would expire items of a durable store, it first shows which, and asks. */
final class ClockDialog {
    private static final String CLOCK = "clock";

    private final Session session;
    private final Talk talk;
    private final Consumer<Report> display;

    /** @param display shows the resulting clock */
    ClockDialog(Session session, Talk talk, Consumer<Report> display) {
        this.session = session;
        this.talk = talk;
        this.display = display;
    }

    void run(List<Word> words) {
        AdminApi admin = session.admin();
        if (words.isEmpty()) {
            show(admin.show(CLOCK));
            return;
        }
        Move move = Move.of(words);
        if (isConfirmed(admin, move)) {
            show(admin.run(CLOCK, move.json()));
        } else {
            talk.out().println("Nothing was changed.");
        }
    }

    /** A move as the admin API takes it. */
    private record Move(String parameter, JsonValue value) {
        static Move of(List<Word> words) {
            String verb = words.get(0).text();
            if (words.size() == 2 && verb.equals("advance")) {
                return new Move(
                        "advanceSeconds",
                        JsonNumber.of(Spans.seconds(words.get(1).text())));
            }
            if (words.size() == 2 && verb.equals("set")) {
                return new Move("set", new JsonString(instant(words.get(1).text())));
            }
            throw new BadRequestException("Write .clock, .clock advance 90d or .clock set 2027-01-01T00:00:00Z");
        }

        private static String instant(String text) {
            try {
                return Instant.parse(text).toString();
            } catch (DateTimeParseException malformed) {
                throw new BadRequestException("'" + text + "' is not a time such as 2027-01-01T00:00:00Z.");
            }
        }

        JsonObject json() {
            return JsonObject.builder().put(parameter, value).build();
        }

        Map<String, String> query() {
            return Map.of(parameter, Facts.text(value));
        }
    }

    /** Items of a store in memory are lost at the next stop anyway. */
    private boolean isConfirmed(AdminApi admin, Move move) {
        if (!Facts.text(admin.show(CLOCK).get("store")).equals("disk")) {
            return true;
        }
        JsonObject effect = admin.show(List.of(CLOCK, "what-if"), move.query());
        boolean complete = JsonBoolean.TRUE.equals(effect.get("complete"));
        long items = Facts.number(effect.get("items"));
        if (items == 0 && complete) {
            return true;
        }
        if (talk.isPerson()) {
            printContainers(effect);
        }
        return talk.confirms("Move the clock to " + Facts.instant(Facts.number(effect.get("target")))
                + " and permanently delete " + (complete ? "" : "at least ") + Facts.count(items, "item") + "?");
    }

    private void printContainers(JsonObject effect) {
        if (effect.get("containers") instanceof JsonArray containers) {
            Facts facts = new Facts();
            for (JsonValue each : containers.elements()) {
                JsonObject container = Facts.object(each);
                facts.add(
                        Printable.of(
                                Facts.text(container.get("database")) + "/" + Facts.text(container.get("container"))),
                        Facts.amount(container));
            }
            talk.out().println("Items that would expire:");
            facts.print(talk.out());
        }
        long leftOut = Facts.number(effect.get("containersLeftOut"));
        if (leftOut > 0) {
            talk.out().println("  and items of " + Facts.count(leftOut, "more container"));
        }
        talk.out().println("They are deleted permanently: moving the clock back does not restore them.");
    }

    private void show(JsonObject clock) {
        display.accept(new Report(clock, out -> print(clock, out)));
    }

    private static void print(JsonObject clock, PrintWriter out) {
        long shift = Facts.number(clock.get("shiftSeconds"));
        out.println(Facts.text(clock.get("now"))
                + (shift == 0 ? "" : ", " + Spans.text(Math.abs(shift)) + (shift > 0 ? " ahead" : " behind")));
    }
}
