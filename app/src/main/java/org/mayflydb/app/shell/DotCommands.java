package org.mayflydb.app.shell;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.SimilarName;
import org.mayflydb.json.JsonObject;
import org.mayflydb.key.PartitionKey;

/** The commands of the shell, which begin with a dot. */
final class DotCommands {
    /** A partition key has up to three levels. */
    private static final int KEY_WORDS_MAX = PartitionKey.COMPONENTS_MAX;

    /** Where the help explains a command. */
    private static final int HELP_COLUMN = 42;

    private final Interpreter interpreter;
    private final Session session;
    private final Talk talk;
    private final Map<String, DotCommand> commands = new LinkedHashMap<>();

    DotCommands(Interpreter interpreter, Session session, Talk talk) {
        this.interpreter = interpreter;
        this.session = session;
        this.talk = talk;
        ItemLookup items = new ItemLookup(session, talk);
        InsertCommands writes = new InsertCommands(session, talk);
        TtlDialog ttl = new TtlDialog(session, talk);
        ClockDialog clock = new ClockDialog(session, talk, this::show);
        add(".databases", "", 0, 0, "list the databases", words -> databases());
        add(".containers", "", 0, 0, "list the containers of the database", words -> containers());
        add(
                ".use",
                "DATABASE[/CONTAINER]",
                1,
                1,
                "choose a database or a container",
                words -> session.use(text(words, 0)));
        add(
                ".create",
                Creation.USAGE,
                1,
                Creation.WORDS_MAX,
                "create a database, or a container and its database if that is missing",
                new Creation(session, talk)::run);
        add(".insert", "JSON|FILE", 1, DotCommand.REST, "insert an item, or an array of items", writes::insert);
        add(".upsert", "JSON|FILE", 1, DotCommand.REST, "insert or replace items", writes::upsert);
        add(
                ".key",
                "[PARTITION-KEY]",
                0,
                KEY_WORDS_MAX,
                "limit queries to one partition key; without one, query all",
                words -> session.narrow(words.isEmpty() ? null : Word.partitionKey(words)));
        add(".item", "ID [PARTITION-KEY]", 1, 1 + KEY_WORDS_MAX, "show an item", items::show);
        add(
                ".explain",
                "ID [PARTITION-KEY]",
                1,
                1 + KEY_WORDS_MAX,
                "show when an item expires, and why",
                words -> show(reports()
                        .explain(
                                text(words, 0),
                                words.size() == 1 ? null : Word.partitionKey(words.subList(1, words.size())))));
        add(
                ".forecast",
                "[BUCKET [COUNT]]",
                0,
                2,
                "show how many items expire when, such as .forecast 1h 24",
                words -> show(reports()
                        .forecast(words.isEmpty() ? null : text(words, 0), words.size() < 2 ? null : text(words, 1))));
        add(
                ".what-if",
                "TTL",
                1,
                1,
                "show what another default TTL would do",
                words -> show(reports().whatIf(DefaultTtl.parse(text(words, 0)))));
        add(
                ".lag",
                "",
                0,
                0,
                "show how many expired items wait for the purge",
                words -> show(reports().lag()));
        add(".ttl", "[off|on|TTL]", 0, 1, "show or set the container's default TTL", ttl::run);
        add(".clock", "[advance DURATION|set INSTANT]", 0, 2, "show or move the server's clock", clock::run);
        add(
                ".stats",
                "",
                0,
                0,
                "show statistics of all containers",
                words -> show(StatisticsReport.of(session, talk.width())));
        add(".view", "[table|json]", 0, 1, "choose how rows are shown", this::view);
        add(".help", "", 0, 0, "show this list", words -> help());
        add(".quit", "", 0, 0, "leave the shell", words -> interpreter.quit());
    }

    private void add(String name, String parameters, int least, int most, String meaning, DotCommand.Action action) {
        commands.put(name, new DotCommand(name, parameters, least, most, meaning, action));
    }

    List<String> names() {
        return List.copyOf(commands.keySet());
    }

    void run(String line) {
        String name = line.split("\\s", 2)[0];
        DotCommand command = commands.get(name);
        if (command == null) {
            String similar = SimilarName.to(name, names());
            throw new BadRequestException("There is no command '" + name + "'."
                    + (similar == null ? "" : " Did you mean " + similar + "?") + " Type .help for the list.");
        }
        String rest = line.substring(name.length()).strip();
        boolean whole = command.most() == DotCommand.REST;
        List<Word> parameters = whole && !rest.isEmpty() ? List.of(new Word(rest, false)) : Word.split(rest);
        if (parameters.size() < command.least() || (!whole && parameters.size() > command.most())) {
            throw new BadRequestException("Write " + command.usage());
        }
        command.action().run(parameters);
    }

    private static String text(List<Word> words, int index) {
        return words.get(index).text();
    }

    private LifetimeReports reports() {
        return new LifetimeReports(session.admin(), session.items());
    }

    private void show(Report report) {
        report.print(talk.out(), interpreter.wantsJson());
    }

    private void databases() {
        List<JsonObject> databases = session.account().databases();
        databases.forEach(database -> talk.out().println(Printable.of(Facts.text(database.get("id")))));
        if (databases.isEmpty() && talk.isPerson()) {
            talk.out().println("There are no databases yet. Create one with: .create DATABASE");
        }
        talk.out().flush();
    }

    private void containers() {
        String database = session.database();
        if (database == null) {
            throw new BadRequestException("Choose a database first: .use DATABASE");
        }
        List<JsonObject> containers = session.account().containers(database);
        if (containers.isEmpty() && talk.isPerson()) {
            talk.out()
                    .println("There are no containers yet. Create one with: .create " + Printable.of(database)
                            + "/CONTAINER --partition-key /PATH");
        }
        for (JsonObject container : containers) {
            talk.out()
                    .println(Printable.of(Facts.text(container.get("id"))) + "  (TTL "
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
                    case "table" -> OutputFormat.TABLE;
                    case "json" -> OutputFormat.JSON;
                    default -> throw new BadRequestException("Write .view table or .view json");
                });
    }

    private void help() {
        PrintWriter out = talk.out();
        out.println("A query ends with a semicolon and may have several lines: SELECT * FROM c WHERE c.total > 10;");
        for (DotCommand command : commands.values()) {
            String usage = "  " + command.usage();
            out.println(
                    usage.length() > HELP_COLUMN - 2
                            ? usage + System.lineSeparator() + " ".repeat(HELP_COLUMN) + command.meaning()
                            : usage + " ".repeat(HELP_COLUMN - usage.length()) + command.meaning());
        }
        out.println(
                "TTL is off, on, or a duration such as 90, 15m, 1h or 90d. PARTITION-KEY is a word, a number, a string");
        out.println(
                "in quotation marks or a JSON array; for a hierarchical key, write a word for each level. JSON may have");
        out.println("several lines.");
        out.flush();
    }
}
