package org.mayflydb.json;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.fuzz.Claim;
import org.mayflydb.fuzz.Decoded;
import org.mayflydb.fuzz.FuzzTarget;

/** A seed file, read property by property, has the same values as when it is read as a whole. */
public final class JsonStreamFuzz implements FuzzTarget {
    private static final int VALUE_CHARACTERS_MAX = 1 << 20;

    @Override
    public String name() {
        return "json-stream";
    }

    @Override
    public void run(byte[] input) throws IOException {
        JsonValue whole = Decoded.fromClient(() -> JsonValue.parse(input));
        try (JsonStream stream = new JsonStream(new ByteArrayInputStream(input), VALUE_CHARACTERS_MAX)) {
            Map<String, JsonValue> members = new LinkedHashMap<>();
            stream.beginObject();
            for (String name = stream.nextName(); name != null; name = stream.nextName()) {
                members.put(name, stream.value());
            }
            stream.end();
            if (whole != null) {
                Claim.same(((JsonObject) whole).members(), members, "members");
            }
        } catch (BadRequestException refused) {
            Claim.holds(!(whole instanceof JsonObject), "an object that is JSON can be streamed");
        }
    }
}
