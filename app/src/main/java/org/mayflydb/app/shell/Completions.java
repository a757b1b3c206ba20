package org.mayflydb.app.shell;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;
import org.mayflydb.app.endpoint.EndpointException;
import org.mayflydb.json.JsonObject;
import org.mayflydb.query.function.BuiltIns;

/** What the tabulator offers: commands, names of databases and containers, words and functions of queries. */
final class Completions implements Completer {
    private static final List<String> WORDS = List.of(
            "SELECT",
            "DISTINCT",
            "TOP",
            "VALUE",
            "FROM",
            "JOIN",
            "IN",
            "WHERE",
            "AND",
            "OR",
            "NOT",
            "BETWEEN",
            "LIKE",
            "ESCAPE",
            "EXISTS",
            "ARRAY",
            "GROUP BY",
            "ORDER BY",
            "ASC",
            "DESC",
            "OFFSET",
            "LIMIT",
            "AS",
            "true",
            "false",
            "null",
            "undefined");

    /** Functions that are not of one row's values alone, and so are not among the others. */
    private static final List<String> FURTHER_FUNCTIONS =
            List.of("COUNT", "SUM", "AVG", "MIN", "MAX", "COUNTIF", "MAKELIST", "MAKESET", "MAYFLY_SECONDSLEFT");

    private final Interpreter interpreter;

    Completions(Interpreter interpreter) {
        this.interpreter = interpreter;
    }

    @Override
    public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
        String first = line.words().isEmpty() ? "" : line.words().get(0);
        if (line.line().stripLeading().startsWith(".")) {
            if (line.wordIndex() == 0) {
                interpreter.commandNames().forEach(name -> add(candidates, name));
            } else if (line.wordIndex() == 1) {
                parameters(first, candidates);
            }
            return;
        }
        boolean lower = !line.word().isEmpty() && line.word().equals(line.word().toLowerCase(Locale.ROOT));
        WORDS.forEach(word -> add(candidates, lower ? word.toLowerCase(Locale.ROOT) : word));
        Stream.concat(BuiltIns.names().stream(), FURTHER_FUNCTIONS.stream())
                .forEach(name -> function(candidates, lower ? name.toLowerCase(Locale.ROOT) : name));
    }

    private void parameters(String command, List<Candidate> candidates) {
        switch (command) {
            case ".use", ".create" -> places(candidates);
            case ".view" -> List.of("table", "json").forEach(each -> add(candidates, each));
            case ".clock" -> List.of("advance", "set").forEach(each -> add(candidates, each));
            case ".ttl", ".what-if" -> List.of("off", "on").forEach(each -> add(candidates, each));
            default -> {
                // Nothing can be suggested for the others.
            }
        }
    }

    private void places(List<Candidate> candidates) {
        try {
            for (JsonObject database : interpreter.session().account().databases()) {
                String id = Facts.text(database.get("id"));
                add(candidates, id);
                for (JsonObject container : interpreter.session().account().containers(id)) {
                    add(candidates, id + "/" + Facts.text(container.get("id")));
                }
            }
        } catch (EndpointException failure) {
            // The command itself will report it.
        }
    }

    /** The parenthesis is part of it, and the word is not over with it. */
    private static void function(List<Candidate> candidates, String name) {
        candidates.add(new Candidate(name + "(", name, null, null, null, null, false));
    }

    private static void add(List<Candidate> candidates, String text) {
        candidates.add(new Candidate(text));
    }
}
