package org.mayflydb.catalog;

import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonValue;

/** Bodies for tests, written with single quotes. */
final class ContainerJson {
    private ContainerJson() {}

    static JsonObject object(String singleQuoted) {
        return (JsonObject) JsonValue.parse(singleQuoted.replace('\'', '"'));
    }

    /** A container with the usual key and these further members. */
    static JsonObject body(String members) {
        String further = members.isEmpty() ? "" : "," + members;
        return object("{'id':'c1','partitionKey':{'paths':['/pk'],'kind':'Hash','version':2}" + further + "}");
    }

    static ContainerProperties created(String members) {
        return ContainerProperties.create(body(members), TimeToLive.NullPolicy.OFF);
    }
}
