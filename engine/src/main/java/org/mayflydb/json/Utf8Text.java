package org.mayflydb.json;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.mayflydb.base.BadRequestException;

/** Strict UTF-8: what the platform would silently replace is refused here. */
final class Utf8Text {

    /** Characters decoded at a time; they are thrown away, only the verdict counts. */
    private static final int DECODED_CHARACTERS = 1024;

    private Utf8Text() {}

    static void check(byte[] bytes) {
        if (!SpecialBytes.areAscii(bytes)) {
            checkDecoding(bytes);
        }
    }

    /** Decodes all bytes for the sake of the errors. */
    static void checkDecoding(byte[] bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer source = ByteBuffer.wrap(bytes);
        CharBuffer decoded = CharBuffer.allocate(Math.min(bytes.length, DECODED_CHARACTERS) + 1);
        CoderResult result = CoderResult.OVERFLOW;
        while (result.isOverflow()) {
            decoded.clear();
            result = decoder.decode(source, decoded, true);
        }
        if (result.isError()) {
            throw new BadRequestException("The text is invalid UTF-8 at byte " + source.position());
        }
    }

    static byte[] encode(String text) {
        try {
            ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            byte[] bytes = new byte[encoded.remaining()];
            encoded.get(bytes);
            return bytes;
        } catch (CharacterCodingException e) {
            throw new BadRequestException("The text holds half of a surrogate pair and has no UTF-8 form");
        }
    }
}
