package org.mayflydb.query.compile;

/** What a container says about its items that decides what expressions over them mean. */
public record Schema(ComputedProperties computedProperties, VectorPolicy vectors) {
    public static final Schema NONE = new Schema(ComputedProperties.NONE, VectorPolicy.NONE);
}
