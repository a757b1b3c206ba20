package org.mayflydb.item.write;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.Invariant;
import org.mayflydb.index.TermCollector;
import org.mayflydb.item.record.SystemProperties;
import org.mayflydb.json.JsonText;
import org.mayflydb.key.DocumentPath;
import org.mayflydb.key.KeyComponent;

/**
 * One pass over the tokens of an incoming item: checks that it is JSON, finds the members that matter, and cuts out
 * those that are not stored as sent. The rest stays byte for byte, so nothing is decoded that nobody needs, and nothing is
 * copied as long as nothing is cut out.
 */
final class ItemScan {
    private final byte[] json;
    private final List<DocumentPath> keyPaths;
    private final boolean dropTtl;
    private final TermCollector collector;

    private @Nullable String id;
    private @Nullable String ttlText;
    private final KeyComponent[] keyComponents;

    /** What is stored of the text before {@code keptStart}; null while nothing was cut out. */
    private @Nullable ByteArrayOutputStream copied;

    /** Where the members begin that are stored as they were sent, and where they end. */
    private int keptStart;

    private int keptEnd;

    private ItemScan(byte[] json, List<DocumentPath> keyPaths, boolean dropTtl, TermCollector collector) {
        this.json = json;
        this.keyPaths = keyPaths;
        this.dropTtl = dropTtl;
        this.collector = collector;
        this.keyComponents = new KeyComponent[keyPaths.size()];
        Arrays.fill(keyComponents, KeyComponent.Fixed.UNDEFINED);
    }

    /**
     * Scans the compact text of an item.
     *
     * @param keyPaths partition key paths; values of those with one segment are picked up on the way
     * @param dropTtl whether a {@code ttl} member is left out of the content
     * @param collector gets the members of the content
     * @throws IOException if the text is not JSON, or has duplicate names
     */
    static ItemScan of(byte[] json, List<DocumentPath> keyPaths, boolean dropTtl, TermCollector collector)
            throws IOException {
        ItemScan scan = new ItemScan(json, keyPaths, dropTtl, collector);
        try (JsonParser parser = JsonText.parser(json, 0, json.length)) {
            scan.read(parser);
        }
        return scan;
    }

    /** The members to store, from the opening brace on, without the closing one. */
    ByteBuffer content() {
        return copied == null ? ByteBuffer.wrap(json, 0, keptEnd) : ByteBuffer.wrap(copied.toByteArray());
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

    private void read(JsonParser parser) throws IOException {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw new BadRequestException("The input content is invalid: an item is a JSON object.");
        }
        boolean cutBefore = false;
        String name;
        while ((name = parser.nextFieldName()) != null) {
            if (cutBefore) {
                keptStart = tokenOffset(parser);
            }
            boolean isTtl = name.equals("ttl");
            cutBefore = SystemProperties.includes(name) || (isTtl && dropTtl);
            if (cutBefore) {
                cut(tokenOffset(parser));
            }
            readValue(name, isTtl, cutBefore, parser);
        }
        end(tokenOffset(parser), cutBefore);
        if (parser.nextToken() != null) {
            throw new BadRequestException("The input content is invalid: there is more after the item.");
        }
    }

    private void readValue(String name, boolean isTtl, boolean isCut, JsonParser parser) throws IOException {
        JsonToken token = parser.nextToken();
        int valueStart = isTtl ? tokenOffset(parser) : 0;
        if (name.equals("id") && token == JsonToken.VALUE_STRING) {
            id = parser.getText();
        }
        for (int i = 0; i < keyComponents.length; i++) {
            List<String> segments = keyPaths.get(i).segments();
            if (segments.size() == 1 && segments.get(0).equals(name)) {
                keyComponents[i] = component(token, parser);
            }
        }
        if (isCut) {
            parser.skipChildren();
        } else {
            collector.member(name, token, parser);
        }
        if (isTtl) {
            parser.finishToken();
            int valueEnd = (int) parser.currentLocation().getByteOffset();
            ttlText = new String(json, valueStart, valueEnd - valueStart, StandardCharsets.UTF_8);
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

    /** Leaves out the member that begins here. In compact text one byte is before it: the brace or a comma. */
    private void cut(int memberStart) {
        if (copied == null) {
            copied = new ByteArrayOutputStream(json.length);
            copied.write('{');
            keptStart = 1;
        }
        copyKept(memberStart - 1);
    }

    /** Keeps the rest, unless the last member was left out. In compact text the brace follows the last member. */
    private void end(int brace, boolean lastWasCut) {
        keptEnd = brace;
        if (copied != null && !lastWasCut) {
            copyKept(brace);
        }
    }

    private void copyKept(int end) {
        ByteArrayOutputStream target = Invariant.present(copied, "something was cut out");
        if (keptStart < end) {
            if (target.size() > 1) {
                target.write(',');
            }
            target.write(json, keptStart, end - keptStart);
        }
    }

    private static int tokenOffset(JsonParser parser) {
        return (int) parser.currentTokenLocation().getByteOffset();
    }
}
