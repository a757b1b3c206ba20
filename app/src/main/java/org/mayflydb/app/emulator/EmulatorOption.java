package org.mayflydb.app.emulator;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The environment variables of Microsoft's emulator images, and the arguments that mean the same. */
enum EmulatorOption {
    PORT("--port"),
    PROTOCOL("--protocol"),
    ENABLE_EXPLORER("--enable-explorer"),
    EXPLORER_PORT("--explorer-port"),
    EXPLORER_PROTOCOL("--explorer-protocol"),
    GATEWAY_PUBLIC_ENDPOINT("--gateway-endpoint"),
    KEY_FILE("--key-file"),
    DATA_PATH("--data-path"),
    CERT_PATH("--cert-path"),
    CERT_SECRET(null),
    LOG_LEVEL("--log-level"),
    ENABLE_OTLP_EXPORTER("--enable-otlp"),
    ENABLE_CONSOLE_EXPORTER("--enable-console"),
    ENABLE_TELEMETRY("--enable-telemetry"),
    AZURE_COSMOS_EMULATOR_PARTITION_COUNT(null),
    AZURE_COSMOS_EMULATOR_IP_ADDRESS_OVERRIDE(null),
    AZURE_COSMOS_EMULATOR_ENABLE_DATA_PERSISTENCE(null),
    AZURE_COSMOS_EMULATOR_KEY(null);

    /** Variables that begin like this are meant for an emulator, whether they are listed here or not. */
    static final String CLASSIC_PREFIX = "AZURE_COSMOS_EMULATOR_";

    private final @Nullable String argument;

    EmulatorOption(@Nullable String argument) {
        this.argument = argument;
    }

    String variable() {
        return name();
    }

    /** Returns true if the option may be given without a value. */
    boolean isSwitch() {
        return name().contains("ENABLE_");
    }

    /**
     * The option that an argument stands for. Its name is the documented one or that of the variable with hyphens; secrets
     * have none.
     */
    static Optional<EmulatorOption> ofArgument(String name) {
        return Arrays.stream(values())
                .filter(option -> option.argument != null)
                .filter(option -> name.equals(option.argument) || name.equals(option.spelledOut()))
                .findFirst();
    }

    private String spelledOut() {
        return "--" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
