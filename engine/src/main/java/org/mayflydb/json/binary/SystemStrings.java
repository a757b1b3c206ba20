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

    /** How long it is; 0 for none. Most strings are told by it that they are not the one. */
    private static final byte[] LENGTH_BY_PLACE = new byte[BY_PLACE.length];

    static {
        for (int place = 0; place < BY_PLACE.length; place++) {
            LENGTH_BY_PLACE[place] = BY_PLACE[place] < 0 ? 0 : (byte) BY_NUMBER[BY_PLACE[place]].length;
        }
    }

    private SystemStrings() {}

    static byte[] text(int marker) {
        return BY_NUMBER[marker - Marker.SYSTEM_STRING];
    }

    /** The marker for a string, or -1 if it has none. */
    static int marker(byte[] text, int start, int end) {
        int length = end - start;
        if (length < 2) {
            return -1;
        }
        int place = place(text, start, end);
        if (LENGTH_BY_PLACE[place] != length) {
            return -1;
        }
        int number = BY_PLACE[place];
        return Arrays.equals(BY_NUMBER[number], 0, length, text, start, end) ? Marker.SYSTEM_STRING + number : -1;
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
