package org.mayflydb.query.function;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reduces English words to their stems with the Porter2 algorithm, so that "bicycles" finds "bicycle". */
final class EnglishStemmer {
    private static final int SHORTEST_STEMMED = 3;

    private static final Map<String, String> IRREGULAR = Map.ofEntries(
            Map.entry("skis", "ski"),
            Map.entry("skies", "sky"),
            Map.entry("dying", "die"),
            Map.entry("lying", "lie"),
            Map.entry("tying", "tie"),
            Map.entry("idly", "idl"),
            Map.entry("gently", "gentl"),
            Map.entry("ugly", "ugli"),
            Map.entry("early", "earli"),
            Map.entry("only", "onli"),
            Map.entry("singly", "singl"),
            Map.entry("sky", "sky"),
            Map.entry("news", "news"),
            Map.entry("howe", "howe"),
            Map.entry("atlas", "atlas"),
            Map.entry("cosmos", "cosmos"),
            Map.entry("bias", "bias"),
            Map.entry("andes", "andes"));

    /** Words that look inflected once their plural ending is gone, but are not. */
    private static final Set<String> FINISHED_WITHOUT_PLURAL =
            Set.of("inning", "outing", "canning", "herring", "earring", "proceed", "exceed", "succeed");

    /** Beginnings that are longer than the rule for the first region would make them. */
    private static final String[] LONG_BEGINNINGS = {"gener", "commun", "arsen"};

    private static final String[] PAST_AND_PROGRESSIVE = {"eedly", "ingly", "edly", "eed", "ing", "ed"};
    private static final String[] DOUBLES = {"bb", "dd", "ff", "gg", "mm", "nn", "pp", "rr", "tt"};

    /** Pairs of an ending and what replaces it, longer endings before shorter ones that they end in. */
    private static final String[][] DERIVED = {
        {"ational", "ate"}, {"fulness", "ful"}, {"iveness", "ive"}, {"ization", "ize"}, {"ousness", "ous"},
        {"biliti", "ble"}, {"lessli", "less"}, {"tional", "tion"}, {"alism", "al"}, {"aliti", "al"},
        {"ation", "ate"}, {"entli", "ent"}, {"fulli", "ful"}, {"iviti", "ive"}, {"ousli", "ous"},
        {"abli", "able"}, {"alli", "al"}, {"anci", "ance"}, {"ator", "ate"}, {"enci", "ence"},
        {"izer", "ize"}, {"bli", "ble"}, {"ogi", "og"}, {"li", ""}
    };

    private static final String[][] ADJECTIVES_AND_NOUNS = {
        {"ational", "ate"},
        {"tional", "tion"},
        {"alize", "al"},
        {"ative", ""},
        {"icate", "ic"},
        {"iciti", "ic"},
        {"ical", "ic"},
        {"ness", ""},
        {"ful", ""}
    };

    private static final String[] REMOVED_LAST = {
        "ement", "able", "ance", "ence", "ible", "ment", "ant", "ate", "ent", "ion", "ism", "iti", "ive", "ize", "ous",
        "al", "er", "ic"
    };

    private final StringBuilder word;

    /** Where the regions begin in which endings may be changed; the second lies within the first. */
    private int firstRegion;

    private int secondRegion;

    private EnglishStemmer(String word) {
        this.word = new StringBuilder(word);
    }

    /** The stem of a word in lower case. */
    static String stem(String word) {
        if (word.length() < SHORTEST_STEMMED) {
            return word;
        }
        String irregular = IRREGULAR.get(word);
        return irregular == null ? new EnglishStemmer(word).stem() : irregular;
    }

    private String stem() {
        markConsonantY();
        firstRegion = firstRegion();
        secondRegion = regionAfter(firstRegion);
        removePlural();
        if (!FINISHED_WITHOUT_PLURAL.contains(word.toString())) {
            removePastAndProgressive();
            replaceFinalY();
            replaceDerived();
            replaceAdjectivesAndNouns();
            removeLast();
            removeFinalEOrL();
        }
        return word.toString().replace('Y', 'y');
    }

    /** A y that begins the word or follows a vowel is a consonant, written as Y until the end. */
    private void markConsonantY() {
        for (int i = 0; i < word.length(); i++) {
            if (word.charAt(i) == 'y' && (i == 0 || isVowel(i - 1))) {
                word.setCharAt(i, 'Y');
            }
        }
    }

    private boolean isVowel(int index) {
        return "aeiouy".indexOf(word.charAt(index)) >= 0;
    }

    private int firstRegion() {
        for (String beginning : LONG_BEGINNINGS) {
            if (word.length() >= beginning.length()
                    && beginning.contentEquals(word.subSequence(0, beginning.length()))) {
                return beginning.length();
            }
        }
        return regionAfter(0);
    }

    /** The end of the first consonant that follows a vowel, or the end of the word. */
    private int regionAfter(int start) {
        for (int i = start + 1; i < word.length(); i++) {
            if (!isVowel(i) && isVowel(i - 1)) {
                return i + 1;
            }
        }
        return word.length();
    }

    private boolean endsWith(String ending) {
        int start = word.length() - ending.length();
        return start >= 0 && word.indexOf(ending, start) == start;
    }

    private boolean hasVowelBefore(int end) {
        for (int i = 0; i < end; i++) {
            if (isVowel(i)) {
                return true;
            }
        }
        return false;
    }

    private void cut(int characters) {
        word.setLength(word.length() - characters);
    }

    private void removePlural() {
        if (endsWith("sses")) {
            cut(2);
        } else if (endsWith("ied") || endsWith("ies")) {
            cut(word.length() > 4 ? 2 : 1);
        } else if (endsWith("s") && !endsWith("us") && !endsWith("ss") && hasVowelBefore(word.length() - 2)) {
            cut(1);
        }
    }

    private void removePastAndProgressive() {
        String ending = first(PAST_AND_PROGRESSIVE);
        if (ending == null) {
            return;
        }
        int start = word.length() - ending.length();
        if (ending.startsWith("eed")) {
            if (start >= firstRegion) {
                word.setLength(start + 2);
            }
            return;
        }
        if (!hasVowelBefore(start)) {
            return;
        }
        word.setLength(start);
        if (endsWith("at") || endsWith("bl") || endsWith("iz")) {
            word.append('e');
        } else if (first(DOUBLES) != null) {
            cut(1);
        } else if (firstRegion >= word.length() && endsInShortSyllable(word.length())) {
            word.append('e');
        }
    }

    /** Whether what precedes {@code end} ends in a short syllable: a vowel and a consonant that does not prolong it. */
    private boolean endsInShortSyllable(int end) {
        if (end < 2 || isVowel(end - 1) || !isVowel(end - 2)) {
            return false;
        }
        return end == 2 || (!isVowel(end - 3) && "wxY".indexOf(word.charAt(end - 1)) < 0);
    }

    private void replaceFinalY() {
        int last = word.length() - 1;
        boolean isY = last > 1 && (word.charAt(last) == 'y' || word.charAt(last) == 'Y');
        if (isY && !isVowel(last - 1)) {
            word.setCharAt(last, 'i');
        }
    }

    private void replaceDerived() {
        String[] pair = first(DERIVED);
        int start = pair == null ? -1 : word.length() - pair[0].length();
        if (pair == null || start < firstRegion) {
            return;
        }
        char before = word.charAt(start - 1);
        boolean fits = switch (pair[0]) {
            case "ogi" -> before == 'l';
            case "li" -> "cdeghkmnrt".indexOf(before) >= 0;
            default -> true;
        };
        if (fits) {
            word.replace(start, word.length(), pair[1]);
        }
    }

    private void replaceAdjectivesAndNouns() {
        String[] pair = first(ADJECTIVES_AND_NOUNS);
        if (pair != null) {
            int start = word.length() - pair[0].length();
            if (start >= (pair[0].equals("ative") ? secondRegion : firstRegion)) {
                word.replace(start, word.length(), pair[1]);
            }
        }
    }

    private void removeLast() {
        String ending = first(REMOVED_LAST);
        if (ending != null) {
            int start = word.length() - ending.length();
            if (start >= secondRegion && (!ending.equals("ion") || "st".indexOf(word.charAt(start - 1)) >= 0)) {
                word.setLength(start);
            }
        }
    }

    private void removeFinalEOrL() {
        int last = word.length() - 1;
        char letter = word.charAt(last);
        if (letter == 'e') {
            if (last >= secondRegion || (last >= firstRegion && !endsInShortSyllable(last))) {
                cut(1);
            }
        } else if (letter == 'l' && last >= secondRegion && word.charAt(last - 1) == 'l') {
            cut(1);
        }
    }

    private @Nullable String first(String[] endings) {
        for (String ending : endings) {
            if (endsWith(ending)) {
                return ending;
            }
        }
        return null;
    }

    private String @Nullable [] first(String[][] pairs) {
        for (String[] pair : pairs) {
            if (endsWith(pair[0])) {
                return pair;
            }
        }
        return null;
    }
}
