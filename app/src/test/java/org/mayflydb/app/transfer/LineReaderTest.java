package org.mayflydb.app.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LineReaderTest {
    private static List<Line> read(InputStream stream) throws IOException {
        List<Line> lines = new ArrayList<>();
        try (LineReader reader = new LineReader(stream, 100, 7)) {
            for (Line line = reader.next(); line != null; line = reader.next()) {
                lines.add(line);
            }
        }
        return lines;
    }

    private static InputStream text(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(Line line) {
        return new String(line.text(), StandardCharsets.UTF_8);
    }

    @Test
    void linesHaveNumbersAndEnds() throws IOException {
        List<Line> lines = read(text("a\n\nbcd"));
        assertThat(lines).extracting(LineReaderTest::text).containsExactly("a", "", "bcd");
        assertThat(lines).extracting(Line::number).containsExactly(8L, 9L, 10L);
        assertThat(lines).extracting(Line::end).containsExactly(102L, 103L, 106L);
    }

    @Test
    void lineBreakAtTheEndBeginsNoLine() throws IOException {
        assertThat(read(text("a\n"))).hasSize(1);
        assertThat(read(text("\n"))).hasSize(1);
        assertThat(read(text(""))).isEmpty();
    }

    @Test
    void blankLinesAreTold() throws IOException {
        assertThat(read(text(" \t\r\n{}\r\n\n"))).extracting(Line::isBlank).containsExactly(true, false, true);
    }

    @Test
    void lineThatIsTooLongIsToldAndTheNextOneIsRead() throws IOException {
        byte[] bytes = new byte[LineReader.LINE_BYTES_MAX + 3];
        Arrays.fill(bytes, (byte) 'x');
        bytes[bytes.length - 2] = '\n';
        List<Line> lines = read(new ByteArrayInputStream(bytes));
        assertThat(lines).extracting(Line::tooLong).containsExactly(true, false);
        assertThat(lines.get(0).text()).isEmpty();
        assertThat(text(lines.get(1))).isEqualTo("x");
        assertThat(lines.get(1).end()).isEqualTo(100L + bytes.length);
    }

    @Test
    void piecesInWhichAStreamComesDoNotMatter() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        StringBuilder all = new StringBuilder();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            String line = "ü".repeat(random.nextInt(200)) + i;
            expected.add(line);
            all.append(line).append('\n');
        }
        InputStream pieces = new InputStream() {
            private final InputStream whole = text(all.toString());

            @Override
            public int read() throws IOException {
                return whole.read();
            }

            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                return whole.read(target, offset, Math.min(length, 1 + random.nextInt(50)));
            }
        };
        assertThat(read(pieces))
                .as("seed %s", seed)
                .extracting(LineReaderTest::text)
                .isEqualTo(expected);
    }
}
