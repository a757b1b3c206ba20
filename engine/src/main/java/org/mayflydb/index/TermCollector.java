package org.mayflydb.index;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.NumberInput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonText;

/**
 * Takes an item apart into what the index holds of it, in one pass over its tokens: the terms, the values at the paths of
 * composite indexes, and the shape. Used once, by one thread.
 */
public final class TermCollector {
    /** An item with more terms is not worth its place in the index. */
    static final int TERMS_MAX = 5_000;

    private static final byte[] UNDEFINED = ValueCode.of(null);

    private final IndexRules rules;
    private final ValueEncoder encoder = new ValueEncoder();
    private final List<byte[]> keys = new ArrayList<>(32);
    private final byte[][] slots;
    private final ItemShape shape = new ItemShape();
    private int termCount;

    /** Only within arrays can one value stand twice at one path. */
    private boolean mayRepeat;

    public TermCollector(IndexRules rules) {
        this.rules = rules;
        this.slots = new byte[rules.slots()][];
        Arrays.fill(slots, UNDEFINED);
    }

    /** Takes apart the JSON text of an item; system properties may be in it. */
    public static ItemTerms collect(IndexRules rules, byte[] json) {
        TermCollector collector = new TermCollector(rules);
        if (!rules.isIdle()) {
            try (JsonParser parser = JsonText.parser(json, 0, json.length)) {
                collector.item(parser);
            } catch (IOException malformed) {
                throw JsonText.malformed(malformed);
            }
        }
        return collector.finish();
    }

    private void item(JsonParser parser) throws IOException {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw new BadRequestException("An item is a JSON object.");
        }
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            member(name, parser.nextToken(), parser);
        }
    }

    /**
     * Takes apart the value of a member of the item.
     *
     * @param value the first token of the value, which the parser is at; it is moved to the last
     */
    public void member(String name, JsonToken value, JsonParser parser) throws IOException {
        boolean known = name.startsWith("_") && (IndexRules.isNeverIndexed(name) || name.equals(IndexRules.TIMESTAMP));
        if (rules.isIdle() || known) {
            parser.skipChildren();
        } else {
            value(rules.root().member(name), value, parser);
        }
    }

    /** Adds a member that is a number. */
    public void member(String name, double number) {
        if (!rules.isIdle()) {
            encoder.number(number);
            scalar(rules.root().member(name));
        }
    }

    public ItemTerms finish() {
        return new ItemTerms(rules, keys, mayRepeat, slots, shape, termCount > TERMS_MAX);
    }

    private void value(PathNode node, JsonToken token, JsonParser parser) throws IOException {
        switch (token) {
            case START_OBJECT -> object(node, parser);
            case START_ARRAY -> array(node, parser);
            default -> {
                if (node.isIndexed() || node.hasSlot()) {
                    encode(token, parser);
                }
                scalar(node);
            }
        }
    }

    private void object(PathNode node, JsonParser parser) throws IOException {
        structure(node, ItemShape.Kind.OBJECT, ValueType.OBJECT);
        if (!node.entersObjects()) {
            parser.skipChildren();
            return;
        }
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            value(node.member(name), parser.nextToken(), parser);
        }
    }

    private void array(PathNode node, JsonParser parser) throws IOException {
        structure(node, ItemShape.Kind.ARRAY, ValueType.ARRAY);
        if (!node.entersArrays()) {
            parser.skipChildren();
            return;
        }
        mayRepeat = true;
        PathNode element = node.element();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            value(element, token, parser);
        }
    }

    private void structure(PathNode node, ItemShape.Kind kind, ValueType type) {
        if (node.isInShape()) {
            shape.add(node.hash(), kind);
        }
        if (node.hasSlot()) {
            encoder.constant(type);
            slots[node.slot()] = encoder.toBytes();
        }
    }

    /** Notes the value in the encoder. */
    private void scalar(PathNode node) {
        if (node.isInShape()) {
            shape.add(node.hash(), ItemShape.Kind.SCALAR);
        }
        if (node.isIndexed() && ++termCount <= TERMS_MAX) {
            keys.add(IndexKeys.unnumberedTerm(node.hash(), encoder));
        }
        if (node.hasSlot()) {
            slots[node.slot()] = encoder.toBytes();
        }
    }

    private void encode(JsonToken token, JsonParser parser) throws IOException {
        switch (token) {
            case VALUE_STRING ->
                encoder.string(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
            case VALUE_NUMBER_INT -> encoder.number(parser.getDoubleValue());
            case VALUE_NUMBER_FLOAT ->
                encoder.number(NumberInput.parseDouble(
                        parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength(), true));
            case VALUE_TRUE -> encoder.constant(ValueType.TRUE);
            case VALUE_FALSE -> encoder.constant(ValueType.FALSE);
            case VALUE_NULL -> encoder.constant(ValueType.NULL);
            default -> throw new IllegalStateException("the parser gave " + token + " where a value begins");
        }
    }
}
