package org.mayflydb.json.binary;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Strings that are so common that one byte stands for each. */
final class SystemStrings {
    private static final byte[][] BY_NUMBER = encoded(
            "$s",
            "$t",
            "$v",
            "_attachments",
            "_etag",
            "_rid",
            "_self",
            "_ts",
            "attachments/",
            "coordinates",
            "geometry",
            "GeometryCollection",
            "id",
            "url",
            "Value",
            "label",
            "LineString",
            "link",
            "MultiLineString",
            "MultiPoint",
            "MultiPolygon",
            "name",
            "Name",
            "Type",
            "Point",
            "Polygon",
            "properties",
            "type",
            "value",
            "Feature",
            "FeatureCollection",
            "_id");

    /** The number of the only string that may be in each place, or -1. */
    private static final byte[] BY_PLACE = places();

    private SystemStrings() {}

    static byte[] text(int marker) {
        return BY_NUMBER[marker - Marker.SYSTEM_STRING];
    }

    /** The marker for a string, or -1 if it has none. */
    static int marker(byte[] text, int start, int end) {
        if (end - start < 2) {
            return -1;
        }
        int number = BY_PLACE[place(text, start, end)];
        if (number < 0) {
            return -1;
        }
        byte[] only = BY_NUMBER[number];
        return Arrays.equals(only, 0, only.length, text, start, end) ? Marker.SYSTEM_STRING + number : -1;
    }

    /** No two system strings have the same. */
    private static int place(byte[] text, int start, int end) {
        return (end - start + 3 * text[start] + 2 * text[end - 1]) & 0x7F;
    }

    private static byte[] places() {
        byte[] places = new byte[0x80];
        Arrays.fill(places, (byte) -1);
        for (int i = 0; i < BY_NUMBER.length; i++) {
            int place = place(BY_NUMBER[i], 0, BY_NUMBER[i].length);
            if (places[place] >= 0) {
                throw new IllegalStateException("two system strings have the same place");
            }
            places[place] = (byte) i;
        }
        return places;
    }

    private static byte[][] encoded(String... strings) {
        byte[][] encoded = new byte[strings.length][];
        for (int i = 0; i < strings.length; i++) {
            encoded[i] = strings[i].getBytes(StandardCharsets.US_ASCII);
        }
        return encoded;
    }
}
