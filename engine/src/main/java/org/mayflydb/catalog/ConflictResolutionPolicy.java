package org.mayflydb.catalog;

import java.util.List;
import java.util.Set;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;

/**
 * Which of two concurrent writes in different regions wins. With one region it is kept and never asked.
 *
 * @param mode {@code LastWriterWins} or {@code Custom}
 * @param path whose larger value wins, for the former
 * @param procedure that decides, for the latter; empty if a client does
 */
public record ConflictResolutionPolicy(String mode, String path, String procedure) {

    private static final String LAST_WRITER_WINS = "LastWriterWins";

    /** The later write wins. */
    public static final ConflictResolutionPolicy DEFAULT = new ConflictResolutionPolicy(LAST_WRITER_WINS, "/_ts", "");

    private static final List<String> MODES = List.of(LAST_WRITER_WINS, "Custom");
    private static final Set<String> MEMBERS = Set.of("mode", "conflictResolutionPath", "conflictResolutionProcedure");

    static ConflictResolutionPolicy fromJson(JsonValue json) {
        PolicyReader policy = PolicyReader.of("conflictResolutionPolicy", json).allowOnly(MEMBERS);
        String mode = policy.choice("mode", MODES);
        String path = policy.findText("conflictResolutionPath");
        String procedure = policy.findText("conflictResolutionProcedure");
        boolean missesPath = path == null || path.isEmpty();
        String completePath = mode.equals(LAST_WRITER_WINS) && missesPath ? DEFAULT.path : path;
        return new ConflictResolutionPolicy(
                mode, completePath == null ? "" : completePath, procedure == null ? "" : procedure);
    }

    JsonObject toJson() {
        return JsonObject.builder()
                .put("mode", mode)
                .put("conflictResolutionPath", path)
                .put("conflictResolutionProcedure", procedure)
                .build();
    }
}
