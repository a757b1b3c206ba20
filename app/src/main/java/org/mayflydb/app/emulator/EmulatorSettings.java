package org.mayflydb.app.emulator;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.server.ServerSettings;
import org.mayflydb.server.Setting;
import org.mayflydb.server.SettingValue;

/**
 * What the variables and arguments for an emulator mean to Mayfly. Mayfly's own variables override those of the emulators,
 * and arguments override both. What has no effect is named in a warning.
 */
public final class EmulatorSettings {
    /** Where the classic image has its data and its certificate; not set outside an image. */
    public static final String APPDATA_VARIABLE = "MAYFLY_EMULATOR_APPDATA";

    /** Below the volume, which may hold other files: a new file system has some. */
    private static final String DATA_NAME = "mayfly";

    /** Every store has this file. */
    private static final String STORE_FILE = "CURRENT";

    private final Map<String, String> environment;
    private final MountPoints mounts;
    private final List<SettingValue> fromVariables = new ArrayList<>();
    private final List<SettingValue> fromArguments = new ArrayList<>();
    private final Set<String> names = new LinkedHashSet<>();
    private final List<String> warnings = new ArrayList<>();
    private String protocol = "https";
    private @Nullable String logLevel;

    private EmulatorSettings(Map<String, String> environment, MountPoints mounts) {
        this.environment = environment;
        this.mounts = mounts;
    }

    /**
     * Translates variables and arguments.
     *
     * @throws BadRequestException if a value cannot be used
     */
    public static EmulatorSettings read(Map<String, String> environment, List<String> arguments, MountPoints mounts) {
        EmulatorSettings settings = new EmulatorSettings(environment, mounts);
        settings.takeVariables();
        settings.takeArguments(arguments);
        settings.addNames();
        return settings;
    }

    /**
     * The settings of the server.
     *
     * @throws BadRequestException if the settings cannot be used, or not safely
     */
    public ServerSettings server() {
        return ServerSettings.read(fromVariables, environment, fromArguments);
    }

    /** The scheme that was asked for. The port serves both, whatever it is. */
    public String protocol() {
        return protocol;
    }

    /** As Logback spells it; empty if none was asked for. */
    public Optional<String> logLevel() {
        return Optional.ofNullable(logLevel);
    }

    /** A line for each variable and argument that has no effect, without its value. */
    public List<String> warnings() {
        return List.copyOf(warnings);
    }

    /** The directory that the classic image has its data in; empty outside an image. */
    public Optional<Path> appdata() {
        return given(APPDATA_VARIABLE).map(Path::of);
    }

    private Optional<String> given(String variable) {
        String text = environment.get(variable);
        // Testcontainers for Python sends "None" for what is not set.
        return text == null || text.isBlank() || text.strip().equals("None")
                ? Optional.empty()
                : Optional.of(text.strip());
    }

    private void takeVariables() {
        for (EmulatorOption option : EmulatorOption.values()) {
            given(option.variable()).ifPresent(text -> take(option, text, option.variable(), fromVariables));
        }
        environment.keySet().stream()
                .filter(name -> name.startsWith(EmulatorOption.CLASSIC_PREFIX))
                .filter(name -> Arrays.stream(EmulatorOption.values())
                        .noneMatch(option -> option.variable().equals(name)))
                .sorted()
                .forEach(name -> warnings.add(name + " is unknown and has no effect."));
    }

    private void takeArguments(List<String> arguments) {
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            int equals = argument.indexOf('=');
            String name = argument.startsWith("--") && equals > 0 ? argument.substring(0, equals) : argument;
            boolean valueFollows = equals < 0
                    && i + 1 < arguments.size()
                    && !arguments.get(i + 1).startsWith("-");
            String value = equals > 0 ? argument.substring(equals + 1) : valueFollows ? arguments.get(i + 1) : "";
            Optional<EmulatorOption> option = EmulatorOption.ofArgument(name);
            Optional<Setting> setting = setting(name);
            if (option.isPresent()) {
                take(option.get(), orTrue(value, name, option.get().isSwitch()), name, fromArguments);
            } else if (setting.isPresent()) {
                boolean isSwitch = setting.get().defaultValue().equals("false");
                fromArguments.add(new SettingValue(setting.get(), orTrue(value, name, isSwitch), name));
            } else {
                warnings.add(name + " is unknown and has no effect.");
            }
            i += valueFollows && name.startsWith("--") ? 1 : 0;
        }
    }

    private static Optional<Setting> setting(String flag) {
        return Arrays.stream(Setting.values())
                .filter(setting -> setting.flag().equals(flag))
                .findFirst();
    }

    private static String orTrue(String value, String name, boolean isSwitch) {
        if (value.isEmpty() && !isSwitch) {
            throw new BadRequestException(name + " needs a value.");
        }
        return value.isEmpty() ? "true" : value;
    }

    private void take(EmulatorOption option, String text, String source, List<SettingValue> target) {
        switch (option) {
            case PORT -> target.add(new SettingValue(Setting.PORT, text, source));
            case PROTOCOL -> protocol = protocol(text, source);
            // Both schemes are served in any case.
            case EXPLORER_PROTOCOL -> protocol(text, source);
            case ENABLE_EXPLORER ->
                target.add(new SettingValue(Setting.EXPLORER, Boolean.toString(isTrue(text, source)), source));
            case EXPLORER_PORT -> target.add(new SettingValue(Setting.EXPLORER_PORT, text, source));
            case GATEWAY_PUBLIC_ENDPOINT -> names.add(host(text, source));
            case AZURE_COSMOS_EMULATOR_IP_ADDRESS_OVERRIDE -> names.add(text);
            case KEY_FILE -> target.add(new SettingValue(Setting.KEY_FILE, text, source));
            case AZURE_COSMOS_EMULATOR_KEY -> target.add(new SettingValue(Setting.KEY, text, source));
            case DATA_PATH -> target.add(new SettingValue(Setting.DATA, dataDirectory(text), source));
            case CERT_PATH -> target.add(new SettingValue(Setting.CERTIFICATE_FILE, text, source));
            case CERT_SECRET -> target.add(new SettingValue(Setting.CERTIFICATE_PASSWORD, text, source));
            case LOG_LEVEL -> logLevel = level(text, source);
            case AZURE_COSMOS_EMULATOR_ENABLE_DATA_PERSISTENCE ->
                target.add(new SettingValue(Setting.MEMORY, Boolean.toString(!isTrue(text, source)), source));
            case ENABLE_OTLP_EXPORTER, ENABLE_CONSOLE_EXPORTER, ENABLE_TELEMETRY -> {
                if (isTrue(text, source)) {
                    warnings.add(source + " has no effect: Mayfly sends no telemetry. Metrics are at /metrics.");
                }
            }
            case AZURE_COSMOS_EMULATOR_PARTITION_COUNT ->
                warnings.add(source + " has no effect: there is no limit to the number of containers.");
        }
    }

    /** Hosts that are named for the emulator are added to those that are named for Mayfly. */
    private void addNames() {
        if (names.isEmpty()) {
            return;
        }
        Optional<String> own = fromArguments.stream()
                .filter(value -> value.setting() == Setting.ADVERTISE)
                .map(SettingValue::text)
                .reduce((before, more) -> before + "," + more)
                .or(() -> given(Setting.ADVERTISE.environmentVariable()));
        String all = own.map(text -> text + ",").orElse("") + String.join(",", names);
        fromArguments.add(new SettingValue(Setting.ADVERTISE, all, Setting.ADVERTISE.flag()));
    }

    /** Data goes to the volume that is mounted, be it where this image has its data or where the classic one has it. */
    private String dataDirectory(String path) {
        Path root = Path.of(path);
        if (!mounts.contains(root)) {
            root = appdata().filter(mounts::contains).orElse(root);
        }
        return (Files.exists(root.resolve(STORE_FILE)) ? root : root.resolve(DATA_NAME)).toString();
    }

    private static boolean isTrue(String text, String source) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "1", "yes", "on" -> true;
            case "false", "0", "no", "off" -> false;
            default -> throw unusable(source, "true or false", text);
        };
    }

    private static String protocol(String text, String source) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "http" -> "http";
            case "https", "https-insecure" -> "https";
            default -> throw unusable(source, "http or https", text);
        };
    }

    private static String level(String text, String source) {
        String level = text.toUpperCase(Locale.ROOT);
        return switch (level) {
            case "QUIET" -> "OFF";
            case "ERROR", "WARN", "INFO", "DEBUG", "TRACE" -> level;
            default -> throw unusable(source, "quiet, error, warn, info, debug or trace", text);
        };
    }

    /** Of {@code https://db.example:8081/} the name. */
    private static String host(String endpoint, String source) {
        String host =
                endpoint.replaceFirst("^https?://", "").replaceFirst("/.*$", "").replaceFirst(":\\d+$", "");
        if (host.isEmpty()) {
            throw unusable(source, "a host name", endpoint);
        }
        return host;
    }

    private static BadRequestException unusable(String source, String wanted, String text) {
        return new BadRequestException(source + " must be " + wanted + ", not \"" + text + "\".");
    }
}
