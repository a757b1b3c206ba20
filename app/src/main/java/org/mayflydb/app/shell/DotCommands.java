package org.mayflydb.app.shell;

import java.io.PrintWriter;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.mayflydb.app.endpoint.AdminApi;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonObject;
import org.mayflydb.key.PartitionKey;

/** The lines that begin with a dot. */
final class DotCommands {
    /** A partition key has up to three levels. */
    private static final int KEY_WORDS_MAX = PartitionKey.COMPONENTS_MAX;

    private final Interpreter interpreter;
    private final Session session;
    private final Talk talk;
    private final Map<String, DotCommand> commands = new LinkedHashMap<>();

    DotCommands(Interpreter interpreter, Session session, Talk talk) {
        this.interpreter = interpreter;
        this.session = session;
        this.talk = talk;
        ItemLookup items = new ItemLookup(session, talk);
        TtlChange ttl = new TtlChange(session, talk);
        add(".databases", "", 0, 0, "the databases", words -> databases());
        add(".containers", "", 0, 0, "the containers of the database", words -> containers());
        add(".use", "DATABASE[/CONTAINER]", 1, 1, "choose one", words -> session.use(text(words, 0)));
        add(
                ".key",
                "[PARTITION-KEY]",
                0,
                KEY_WORDS_MAX,
                "have queries look at one partition key, or again at all",
                words -> session.narrow(words.isEmpty() ? null : Word.partitionKey(words)));
        add(".item", "ID [PARTITION-KEY]", 1, 1 + KEY_WORDS_MAX, "show an item", items::show);
        add(
                ".explain",
                "ID PARTITION-KEY",
                2,
                1 + KEY_WORDS_MAX,
                "why and when an item expires",
                words -> show(reports().explain(text(words, 0), Word.partitionKey(words.subList(1, words.size())))));
        add(
                ".forecast",
                "[BUCKET [COUNT]]",
                0,
                2,
                "how many items expire when, such as .forecast 1h 24",
                words -> show(reports()
                        .forecast(words.isEmpty() ? null : text(words, 0), words.size() < 2 ? null : text(words, 1))));
        add(
                ".what-if",
                "TTL",
                1,
                1,
                "what another default would do",
                words -> show(reports().whatIf(DefaultTtl.parse(text(words, 0)))));
        add(
                ".lag",
                "",
                0,
                0,
                "how far the purge is behind",
                words -> show(reports().lag()));
        add(".ttl", "[off|on|TTL]", 0, 1, "show or set the container's default", ttl::run);
        add(".clock", "[advance DURATION|set INSTANT]", 0, 2, "show or move the server's clock", this::clock);
        add(".stats", "", 0, 0, "what all containers hold", words -> show(StatisticsReport.of(session)));
        add(".view", "[table|json]", 0, 1, "how rows are shown", this::view);
        add(".help", "", 0, 0, "this list", words -> help());
        add(".quit", "", 0, 0, "leave", words -> interpreter.quit());
    }

    private void add(String name, String parameters, int least, int most, String meaning, DotCommand.Action action) {
        commands.put(name, new DotCommand(name, parameters, least, most, meaning, action));
    }

    List<String> names() {
        return List.copyOf(commands.keySet());
    }

    void run(String line) {
        List<Word> words = Word.split(line);
        String name = words.get(0).text();
        DotCommand command = commands.get(name);
        if (command == null) {
            throw new BadRequestException("There is no command '" + name + "'; .help lists them.");
        }
        List<Word> parameters = words.subList(1, words.size());
        if (parameters.size() < command.least() || parameters.size() > command.most()) {
            throw new BadRequestException("Write " + command.usage());
        }
        command.action().run(parameters);
    }

    private static String text(List<Word> words, int index) {
        return words.get(index).text();
    }

    private LifetimeReports reports() {
        return new LifetimeReports(session.admin(), session.container());
    }

    private void show(Report report) {
        report.print(talk.out(), interpreter.wantsJson());
    }

    private void databases() {
        session.account()
                .databases()
                .forEach(database -> talk.out().println(Printable.of(Facts.text(database.get("id")))));
        talk.out().flush();
    }

    private void containers() {
        String database = session.database();
        if (database == null) {
            throw new BadRequestException("Say first which database is meant: .use DATABASE");
        }
        for (JsonObject container : session.account().containers(database)) {
            talk.out()
                    .println(Printable.of(Facts.text(container.get("id"))) + "  (time to live "
                            + DefaultTtl.of(container.get("defaultTtl")) + ")");
        }
        talk.out().flush();
    }

    private void view(List<Word> words) {
        if (words.isEmpty()) {
            talk.out().println(interpreter.wantsJson() ? "json" : "table");
            return;
        }
        interpreter.view(
                switch (text(words, 0)) {
                    case "table" -> RowFormat.TABLE;
                    case "json" -> RowFormat.JSON;
                    default -> throw new BadRequestException("Write .view table or .view json");
                });
    }

    private void clock(List<Word> words) {
        AdminApi admin = session.admin();
        JsonObject clock = words.isEmpty() ? admin.show("clock") : admin.run("clock", move(words));
        show(new Report(clock, out -> printClock(clock, out)));
    }

    private static JsonObject move(List<Word> words) {
        if (words.size() == 2 && text(words, 0).equals("advance")) {
            return JsonObject.builder()
                    .put("advanceSeconds", Spans.seconds(text(words, 1)))
                    .build();
        }
        if (words.size() == 2 && text(words, 0).equals("set")) {
            return JsonObject.builder().put("set", instant(text(words, 1))).build();
        }
        throw new BadRequestException("Write .clock, .clock advance 90d or .clock set 2027-01-01T00:00:00Z");
    }

    private static String instant(String text) {
        try {
            return Instant.parse(text).toString();
        } catch (DateTimeParseException malformed) {
            throw new BadRequestException("'" + text + "' is no time such as 2027-01-01T00:00:00Z.");
        }
    }

    private static void printClock(JsonObject clock, PrintWriter out) {
        long shift = Facts.number(clock.get("shiftSeconds"));
        out.println(Facts.text(clock.get("now"))
                + (shift == 0 ? "" : ", " + Spans.text(Math.abs(shift)) + (shift > 0 ? " ahead" : " behind")));
    }

    private void help() {
        PrintWriter out = talk.out();
        out.println("A query ends with a semicolon and may have several lines: SELECT * FROM c WHERE c.total > 10;");
        int width = commands.values().stream()
                .mapToInt(command -> command.usage().length())
                .max()
                .orElse(0);
        for (DotCommand command : commands.values()) {
            out.println(
                    "  " + command.usage() + " ".repeat(width - command.usage().length() + 2) + command.meaning());
        }
        out.println(
                "A TTL is off, on, or a time such as 90, 15m, 1h or 90d. A partition key is a word, a number, a text in");
        out.println("quotation marks or a JSON array; with several levels, a word for each.");
        out.flush();
    }
}
