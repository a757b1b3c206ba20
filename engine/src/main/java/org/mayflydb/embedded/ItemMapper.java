package org.mayflydb.embedded;

/**
 * Turns objects of the program into JSON and back; the database itself depends on no mapping library. With Jackson:
 *
 * <pre>{@code
 * ObjectMapper jackson = new ObjectMapper();
 * Mayfly.builder().mapper(ItemMapper.of(jackson::writeValueAsBytes, jackson::readValue))
 * }</pre>
 */
public interface ItemMapper {
    byte[] write(Object item);

    <T> T read(byte[] json, Class<T> type);

    /** A mapper of two functions. What they throw reaches the caller as the cause of an illegal argument. */
    static ItemMapper of(Writer writer, Reader reader) {
        return new ItemMapper() {
            @Override
            public byte[] write(Object item) {
                try {
                    return writer.write(item);
                } catch (Exception failure) {
                    throw new IllegalArgumentException("The object cannot be written as JSON", failure);
                }
            }

            @Override
            public <T> T read(byte[] json, Class<T> type) {
                try {
                    return reader.read(json, type);
                } catch (Exception failure) {
                    throw new IllegalArgumentException("The item cannot be read as a " + type.getName(), failure);
                }
            }
        };
    }

    /** Something that makes JSON of an object. */
    @FunctionalInterface
    interface Writer {
        byte[] write(Object item) throws Exception;
    }

    /** Something that makes an object of JSON. */
    @FunctionalInterface
    interface Reader {
        <T> T read(byte[] json, Class<T> type) throws Exception;
    }
}
