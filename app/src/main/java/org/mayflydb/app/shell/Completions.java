package org.mayflydb.app.shell;

import java.util.List;
import java.util.Locale;
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
        BuiltIns.names().forEach(name -> add(candidates, lower ? name.toLowerCase(Locale.ROOT) : name));
    }

    private void parameters(String command, List<Candidate> candidates) {
        switch (command) {
            case ".use" -> places(candidates);
            case ".view" -> List.of("table", "json").forEach(each -> add(candidates, each));
            case ".clock" -> List.of("advance", "set").forEach(each -> add(candidates, each));
            case ".ttl", ".what-if" -> List.of("off", "on").forEach(each -> add(candidates, each));
            default -> {
                // The others take what only the person knows.
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
            // Whoever sends the line will hear about it.
        }
    }

    private static void add(List<Candidate> candidates, String text) {
        candidates.add(new Candidate(text));
    }
}
