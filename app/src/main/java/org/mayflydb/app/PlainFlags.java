package org.mayflydb.app;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.mayflydb.server.Setting;

/**
 * Reads the options of {@code serve} where they are written in the plainest way, as nearly everybody writes them. Loading the
 * library that understands every other way, help and mistakes takes a third of the start of a server; here it is not
 * needed.
 */
final class PlainFlags {
    private PlainFlags() {}

    /** Values by {@link Setting#key()}; empty if somebody else should look at the arguments. */
    static Optional<Map<String, String>> of(List<String> arguments) {
        Map<String, Setting> settings = new HashMap<>();
        for (Setting setting : Setting.values()) {
            settings.put(setting.flag(), setting);
        }
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < arguments.size(); i++) {
            Setting setting = settings.get(arguments.get(i));
            if (setting == null) {
                return Optional.empty();
            }
            boolean valueFollows = i + 1 < arguments.size() && isValue(arguments.get(i + 1));
            String value = valueFollows ? arguments.get(i + 1) : "true";
            if ((!valueFollows && !isTruth(setting)) || values.put(setting.key(), value) != null) {
                return Optional.empty();
            }
            i += valueFollows ? 1 : 0;
        }
        return Optional.of(values);
    }

    /** Whether a setting may be given without a value. */
    static boolean isTruth(Setting setting) {
        return setting.defaultValue().equals("false");
    }

    private static boolean isValue(String argument) {
        return !argument.isEmpty() && "-@\"'".indexOf(argument.charAt(0)) < 0;
    }
}
