package org.mayflydb.outside;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The commands in the guides for operators, section by section, in the clone in which the README was followed. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the commands are for a POSIX shell")
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
class GuidesIT {
    static final List<String> GUIDES = List.of("docs/ADMIN.md", "docs/OPERATING.md");

    static Stream<Arguments> sections() throws IOException {
        List<Arguments> sections = new ArrayList<>();
        for (String guide : GUIDES) {
            Document.read(guide).blocks().stream()
                    .filter(Block::isScript)
                    .map(Block::section)
                    .distinct()
                    .forEach(section -> sections.add(Arguments.of(guide, section)));
        }
        return sections.stream();
    }

    @ParameterizedTest
    @MethodSource("sections")
    void everyCommandSucceeds(String guide, String section) throws Exception {
        Readme.follow();
        try (Session session = new Session(Workplace.project(), "guides")) {
            session.run(Document.read(guide).section(section));
        }
    }
}
