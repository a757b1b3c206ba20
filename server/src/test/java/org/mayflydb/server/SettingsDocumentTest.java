package org.mayflydb.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The document of the settings is generated from the enum. */
class SettingsDocumentTest {
    private static final Path DOCUMENT = Path.of("..", "docs", "SETTINGS.md");

    /** Rewrites the document: {@code mvn -pl server -am test -Dmayfly.rewriteDocuments=true}. */
    private static final boolean REWRITE = Boolean.getBoolean("mayfly.rewriteDocuments");

    private static String document() {
        StringBuilder text = new StringBuilder("""
                # Settings

                Set them as flags of `mayfly serve`, as environment variables, or in the file that `config` names. Precedence: flag > environment >
                file > default. An unknown setting is an error. Variables such as `MAYFLY_PORT=tcp://10.0.0.1:8081`, which Kubernetes sets for a service named
                `mayfly`, are ignored. This page is generated from the enum `Setting`.

                | In a file | Environment | Flag | Default | Meaning |
                | --- | --- | --- | --- | --- |
                """);
        for (Setting setting : Setting.values()) {
            text.append("| ").append(setting == Setting.CONFIG ? "" : code(setting.key()));
            text.append(" | ").append(code(setting.environmentVariable()));
            text.append(" | ").append(code(setting.flag()));
            text.append(" | ").append(setting == Setting.KEY ? "well-known" : code(setting.defaultValue()));
            text.append(" | ").append(setting.meaning()).append(" |\n");
        }
        return text.toString();
    }

    private static String code(String text) {
        return text.isEmpty() ? "" : "`" + text + "`";
    }

    @Test
    void theDocumentSaysWhatTheTableSays() throws IOException {
        if (REWRITE) {
            Files.writeString(DOCUMENT, document());
        }
        assertThat(Files.readString(DOCUMENT))
                .as("docs/SETTINGS.md; run the tests of the server with -Dmayfly.rewriteDocuments=true to update it")
                .isEqualTo(document());
    }
}
