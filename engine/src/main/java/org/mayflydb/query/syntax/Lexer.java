package org.mayflydb.query.syntax;

import java.util.List;
import java.util.Locale;
import org.mayflydb.query.syntax.Token.Kind;

/**
 * Cuts text into tokens, one at a time and without ever going back.
 *
 * <p>It never fails: what is no token comes out as {@link Kind#INVALID}, and the parser complains about it only if
 * nothing before it was wrong. Comments are skipped like white space.
 */
final class Lexer {
    /** A longer one comes before those that it begins with. */
    private static final List<String> LONG_SYMBOLS = List.of(">>>", ">>", ">=", "<<", "<=", "<>", "!=", "||", "??");

    private static final String SHORT_SYMBOLS = "()[]{},.:;?*/%+-&|^~=<>";

    /** What fits 64 bits. */
    private static final int HEX_DIGITS_MAX = 16;

    private final String source;
    private int position;

    Lexer(String source) {
        this.source = source;
    }

    /** The next token; at the end of the text always {@link Kind#END}. */
    Token next() {
        int start = skipBlanks(position);
        if (start == source.length()) {
            position = start;
            return new Token(Kind.END, "", start, start);
        }
        Token token = scan(start);
        position = token.end();
        return token;
    }

    private Token scan(int start) {
        char first = source.charAt(start);
        if (ReservedWords.startsWord(first)) {
            return word(start);
        }
        if (ReservedWords.isDigit(first) || (first == '.' && ReservedWords.isDigit(at(start + 1)))) {
            return number(start);
        }
        if (first == '\'' || first == '"') {
            return new StringScanner(source, start).token();
        }
        if (first == '@') {
            int end = wordEnd(start + 1);
            boolean named = ReservedWords.startsWord(at(start + 1));
            return token(named ? Kind.PARAMETER : Kind.INVALID, start, end);
        }
        if (source.startsWith("/*", start)) {
            return token(Kind.INVALID, start, source.length());
        }
        return symbol(start);
    }

    private Token word(int start) {
        int end = wordEnd(start);
        String text = source.substring(start, end);
        return ReservedWords.isReserved(text)
                ? new Token(Kind.RESERVED_WORD, text.toUpperCase(Locale.ROOT), start, end)
                : new Token(Kind.IDENTIFIER, text, start, end);
    }

    /** Digits, then a fraction and an exponent if there are any; the first digits may be missing. */
    private Token number(int start) {
        if (source.startsWith("0x", start) || source.startsWith("0X", start)) {
            return hexadecimal(start);
        }
        int end = digitsEnd(start);
        boolean leadingZero = end > start + 1 && at(start) == '0';
        boolean leadingPoint = end == start;
        if (at(end) == '.' && ReservedWords.isDigit(at(end + 1))) {
            end = digitsEnd(end + 1);
        }
        if (at(end) == 'e' || at(end) == 'E') {
            int exponent = at(end + 1) == '+' || at(end + 1) == '-' ? end + 2 : end + 1;
            end = ReservedWords.isDigit(at(exponent)) ? digitsEnd(exponent) : end;
        }
        if (leadingZero || ReservedWords.continuesWord(at(end))) {
            return token(Kind.INVALID, start, wordEnd(end));
        }
        String text = source.substring(start, end);
        return new Token(Kind.NUMBER, leadingPoint ? "0" + text : text, start, end);
    }

    private Token hexadecimal(int start) {
        int end = wordEnd(start);
        String digits = source.substring(start + 2, end);
        boolean sound = !digits.isEmpty()
                && digits.length() <= HEX_DIGITS_MAX
                && digits.chars().allMatch(digit -> Character.digit(digit, 16) >= 0);
        return sound
                ? new Token(Kind.NUMBER, Long.toUnsignedString(Long.parseUnsignedLong(digits, 16)), start, end)
                : token(Kind.INVALID, start, end);
    }

    private Token symbol(int start) {
        for (String symbol : LONG_SYMBOLS) {
            if (source.startsWith(symbol, start)) {
                return new Token(Kind.SYMBOL, symbol, start, start + symbol.length());
            }
        }
        // One that takes two characters is invalid as a whole.
        int end = source.offsetByCodePoints(start, 1);
        boolean known = SHORT_SYMBOLS.indexOf(source.charAt(start)) >= 0;
        return token(known ? Kind.SYMBOL : Kind.INVALID, start, end);
    }

    /** Where the next token begins, or the unclosed comment that takes its place. */
    private int skipBlanks(int from) {
        int next = from;
        while (next < source.length()) {
            char character = source.charAt(next);
            if (Character.isWhitespace(character) || Character.isSpaceChar(character)) {
                next++;
            } else if (source.startsWith("--", next)) {
                int lineEnd = source.indexOf('\n', next);
                next = lineEnd < 0 ? source.length() : lineEnd + 1;
            } else if (source.startsWith("/*", next)) {
                int close = source.indexOf("*/", next + 2);
                if (close < 0) {
                    return next;
                }
                next = close + 2;
            } else {
                return next;
            }
        }
        return next;
    }

    private Token token(Kind kind, int start, int end) {
        return new Token(kind, source.substring(start, end), start, end);
    }

    private int wordEnd(int from) {
        int end = from;
        while (ReservedWords.continuesWord(at(end))) {
            end++;
        }
        return end;
    }

    private int digitsEnd(int from) {
        int end = from;
        while (ReservedWords.isDigit(at(end))) {
            end++;
        }
        return end;
    }

    /** The character there; behind the end a zero, which belongs to no token. */
    private char at(int index) {
        return index < source.length() ? source.charAt(index) : 0;
    }
}
