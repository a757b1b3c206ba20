package org.mayflydb.clients.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;

/**
 * What the Dockerfile says about the container that runs, as an engine would read it.
 *
 * @param environment the variables that the image sets
 * @param entryPoint the program with its arguments
 */
record ImageDefinition(Map<String, String> environment, List<String> entryPoint) {
    private static final Path DOCKERFILE = Path.of("..", "Dockerfile");
    private static final Pattern STRING = Pattern.compile("\"([^\"]*)\"");

    static ImageDefinition read() throws IOException {
        Map<String, String> environment = new LinkedHashMap<>();
        List<String> entryPoint = List.of();
        for (String line : Files.readString(DOCKERFILE).replace("\\\n", " ").split("\n", -1)) {
            if (line.startsWith("ENV ")) {
                for (String variable : line.substring(4).strip().split(" +", -1)) {
                    int equals = variable.indexOf('=');
                    environment.put(variable.substring(0, equals), variable.substring(equals + 1));
                }
            } else if (line.startsWith("ENTRYPOINT ")) {
                Matcher strings = STRING.matcher(line);
                entryPoint = strings.results().map(match -> match.group(1)).toList();
            }
        }
        return new ImageDefinition(environment, entryPoint);
    }

    /** As an engine describes it. */
    JsonArray environmentJson() {
        return new JsonArray(environment.entrySet().stream()
                .<JsonValue>map(variable -> new JsonString(variable.getKey() + "=" + variable.getValue()))
                .toList());
    }
}
