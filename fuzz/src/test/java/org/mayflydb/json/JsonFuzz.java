package org.mayflydb.json;

import java.util.Arrays;
import java.util.List;
import org.mayflydb.fuzz.Claim;
import org.mayflydb.fuzz.Decoded;
import org.mayflydb.fuzz.FuzzTarget;

/** What is accepted as JSON survives being written, and the readers that build no tree find the same values. */
public final class JsonFuzz implements FuzzTarget {
    private static final int MEMBERS_MAX = 20;

    @Override
    public String name() {
        return "json";
    }

    @Override
    public void run(byte[] input) {
        JsonValue value = Decoded.fromClient(() -> JsonValue.parse(input));
        byte[] compact = Decoded.fromClient(() -> JsonText.compact(input));
        if (compact != null) {
            Claim.holds(compact.length <= input.length, "compact text is no longer");
            Claim.holds(Arrays.equals(compact, JsonText.compact(compact)), "compact text stays as it is");
            Claim.same(value, Decoded.fromClient(() -> JsonValue.parse(compact)), "compact text");
        }
        if (value == null) {
            return;
        }
        byte[] written = value.toBytes();
        Claim.holds(written.length <= 6L * input.length, "text grows by escapes at most");
        JsonValue again = JsonValue.parse(written);
        Claim.same(value, again, "written and read again");
        Claim.holds(Arrays.equals(written, again.toBytes()), "written the same way again");
        Claim.same(value.hashCode(), again.hashCode(), "hash code");
        Claim.holds(JsonEquality.same(value, again), "the same to a query");
        if (value instanceof JsonObject object && compact != null) {
            findMembers(object, compact);
        }
    }

    private static void findMembers(JsonObject object, byte[] compact) {
        PathReader reader = new PathReader();
        List<String> names =
                object.members().keySet().stream().limit(MEMBERS_MAX).toList();
        names.forEach(name -> reader.add(List.of(name)));
        JsonValue[] values = new JsonValue[reader.size()];
        reader.read(compact, values);
        for (String name : names) {
            JsonValue expected = Claim.present(object.get(name), "a member");
            // Numbers with a fraction or an exponent get the text of their value.
            JsonValue read = Claim.present(values[reader.find(List.of(name))], "read by path");
            Claim.holds(JsonEquality.same(expected, read), "read by path");
            int start = new TextPath(List.of(name)).find(compact, 0);
            Claim.holds(start > 0, "found by path");
            Claim.holds(JsonEquality.same(expected, TextPath.value(compact, start)), "found by path");
        }
    }
}
