package org.mayflydb.item;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonText;
import org.mayflydb.key.DocumentPath;
import org.mayflydb.key.KeyComponent;

/**
 * One pass over the tokens of an incoming item: checks that it is JSON, finds the members that matter, and cuts out
 * those that are not stored as sent. The rest is copied byte for byte, so nothing is decoded that nobody needs.
 */
final class ItemScan {
    private final byte[] json;
    private final List<DocumentPath> keyPaths;
    private final boolean dropTtl;

    private final ByteArrayOutputStream content;
    private @Nullable String id;
    private @Nullable String ttlText;
    private final KeyComponent[] keyComponents;

    private int termCount;

    /** The member being read: where it starts, where its value starts, and what is to be done with it. */
    private int memberStart;

    private int valueStart;
    private boolean keepMember;
    private boolean isTtl;

    private ItemScan(byte[] json, List<DocumentPath> keyPaths, boolean dropTtl) {
        this.json = json;
        this.keyPaths = keyPaths;
        this.dropTtl = dropTtl;
        this.content = new ByteArrayOutputStream(json.length);
        this.keyComponents = new KeyComponent[keyPaths.size()];
        Arrays.fill(keyComponents, KeyComponent.Fixed.UNDEFINED);
    }

    /**
     * Scans the compact text of an item.
     *
     * @param keyPaths partition key paths; values of those with one segment are picked up on the way
     * @param dropTtl whether a {@code ttl} member is left out of the content
     */
    static ItemScan of(byte[] json, List<DocumentPath> keyPaths, boolean dropTtl) {
        ItemScan scan = new ItemScan(json, keyPaths, dropTtl);
        try (JsonParser parser = JsonText.parser(json, 0, json.length)) {
            scan.read(parser);
        } catch (IOException malformed) {
            throw JsonText.malformed(malformed);
        }
        return scan;
    }

    /** The members to store, from the opening brace on, without the closing one. */
    byte[] content() {
        return content.toByteArray();
    }

    /** The id, or null if there is none that is a string. */
    @Nullable
    String id() {
        return id;
    }

    @Nullable
    String ttlText() {
        return ttlText;
    }

    /** The values at the partition key paths that have one segment; undefined where there is no scalar. */
    List<KeyComponent> keyComponents() {
        return List.of(keyComponents);
    }

    int termCount() {
        return termCount;
    }

    private void read(JsonParser parser) throws IOException {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw new BadRequestException("The input content is invalid: an item is a JSON object.");
        }
        content.write('{');
        String name;
        while ((name = parser.nextFieldName()) != null) {
            int start = offset(parser);
            endMember(start - 1);
            memberStart = start;
            readValue(name, parser);
        }
        // In compact text only the closing brace follows the last member.
        endMember(offset(parser));
        if (parser.nextToken() != null) {
            throw new BadRequestException("The input content is invalid: there is more after the item.");
        }
    }

    private void readValue(String name, JsonParser parser) throws IOException {
        JsonToken token = parser.nextToken();
        valueStart = offset(parser);
        isTtl = name.equals("ttl");
        keepMember = !(SystemProperties.NAMES.contains(name) || (isTtl && dropTtl));
        if (name.equals("id") && token == JsonToken.VALUE_STRING) {
            id = parser.getText();
        }
        for (int i = 0; i < keyComponents.length; i++) {
            List<String> segments = keyPaths.get(i).segments();
            if (segments.size() == 1 && segments.get(0).equals(name)) {
                keyComponents[i] = component(token, parser);
            }
        }
        countTerms(token, parser);
    }

    /** Goes to the end of the value and counts the scalars in it: each is what an index of every path has a term for. */
    private void countTerms(JsonToken first, JsonParser parser) throws IOException {
        JsonToken token = first;
        int depth = 0;
        while (true) {
            if (token.isStructStart()) {
                depth++;
            } else if (token.isStructEnd()) {
                depth--;
            } else if (token.isScalarValue()) {
                termCount++;
            }
            if (depth == 0) {
                return;
            }
            token = parser.nextToken();
            if (token == null) {
                return;
            }
        }
    }

    private static KeyComponent component(JsonToken token, JsonParser parser) throws IOException {
        return switch (token) {
            case VALUE_STRING -> KeyComponent.of(parser.getText());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> KeyComponent.of(Double.parseDouble(parser.getText()));
            case VALUE_TRUE -> KeyComponent.of(true);
            case VALUE_FALSE -> KeyComponent.of(false);
            case VALUE_NULL -> KeyComponent.Fixed.NULL;
            default -> KeyComponent.Fixed.UNDEFINED;
        };
    }

    /** The member that began at {@code memberStart}, if any, ends before {@code end}. */
    private void endMember(int end) {
        if (memberStart == 0) {
            return;
        }
        if (isTtl) {
            ttlText = new String(json, valueStart, end - valueStart, StandardCharsets.UTF_8);
        }
        if (keepMember) {
            if (content.size() > 1) {
                content.write(',');
            }
            content.write(json, memberStart, end - memberStart);
        }
    }

    private static int offset(JsonParser parser) {
        return (int) parser.currentTokenLocation().getByteOffset();
    }
}
