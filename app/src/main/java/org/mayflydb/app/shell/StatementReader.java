package org.mayflydb.app.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Splits text into statements. A query ends at a semicolon outside of strings and comments. A line that begins with a dot is
 * a statement of its own; the JSON of {@code .insert} and {@code .upsert} may have several lines.
 */
final class StatementReader {
    private static final char NONE = '\0';

    private static final Pattern JSON_COMMAND = Pattern.compile("\\.(insert|upsert)\\s+[{\\[]");

    private final String text;
    private int position;

    /** Whether the statement that was passed last lacks the end of its JSON. */
    private boolean open;

    private StatementReader(String text) {
        this.text = text;
    }

    /** All statements, the last one also without its end; none of them empty. */
    static List<String> split(String text) {
        StatementReader reader = new StatementReader(text);
        List<String> statements = new ArrayList<>();
        while (reader.position < text.length()) {
            int start = reader.position;
            int end = reader.pass();
            String statement = text.substring(start, end).strip();
            if (!isBlank(statement)) {
                statements.add(statement);
            }
        }
        return statements;
    }

    /** Whether nothing of the last statement is missing. */
    static boolean isComplete(String text) {
        StatementReader reader = new StatementReader(text);
        boolean complete = true;
        while (reader.position < text.length()) {
            int start = reader.position;
            int end = reader.pass();
            String statement = text.substring(start, end).strip();
            complete = isBlank(statement) || (statement.startsWith(".") ? !reader.open : end < reader.position);
        }
        return complete;
    }

    /** Moves behind the next statement, and answers where it ends; that is before its semicolon or line break. */
    private int pass() {
        while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
            position++;
        }
        open = false;
        if (position < text.length() && text.charAt(position) == '.') {
            int json = jsonStart();
            return json < 0 ? passLine() : passJson(json);
        }
        char quote = NONE;
        for (; position < text.length(); position++) {
            char c = text.charAt(position);
            if (quote != NONE) {
                if (c == '\\') {
                    position++;
                } else if (c == quote) {
                    quote = NONE;
                }
            } else if (c == '\'' || c == '"') {
                quote = c;
            } else if (text.startsWith("--", position)) {
                passComment();
            } else if (c == ';') {
                return position++;
            }
        }
        position = text.length();
        return position;
    }

    /** Where the JSON of a command begins that takes items; -1 if this is another command, or it names a file. */
    private int jsonStart() {
        Matcher command = JSON_COMMAND.matcher(text).region(position, text.length());
        return command.lookingAt() ? command.end() - 1 : -1;
    }

    /** JSON may have several lines. It ends with the line in which its first bracket is closed. */
    private int passJson(int start) {
        int depth = 0;
        boolean inString = false;
        for (position = start; position < text.length(); position++) {
            char c = text.charAt(position);
            if (inString) {
                position += c == '\\' ? 1 : 0;
                inString = c != '"';
            } else if (c == '"') {
                inString = true;
            } else if (c == '{' || c == '[') {
                depth++;
            } else if ((c == '}' || c == ']') && --depth == 0) {
                return passLine();
            }
        }
        position = text.length();
        open = true;
        return position;
    }

    private int passLine() {
        int end = text.indexOf('\n', position);
        position = end < 0 ? text.length() : end + 1;
        int lineEnd = end < 0 ? text.length() : end;
        // People write the semicolon of a query behind a command too.
        while (lineEnd > 0 && (Character.isWhitespace(text.charAt(lineEnd - 1)) || text.charAt(lineEnd - 1) == ';')) {
            lineEnd--;
        }
        return lineEnd;
    }

    private void passComment() {
        int end = text.indexOf('\n', position);
        position = end < 0 ? text.length() : end;
    }

    /** Whether there is nothing but comments. */
    private static boolean isBlank(String statement) {
        return statement.lines().map(String::strip).allMatch(line -> line.isEmpty() || line.startsWith("--"));
    }
}
