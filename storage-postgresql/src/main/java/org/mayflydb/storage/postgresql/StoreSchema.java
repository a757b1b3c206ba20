package org.mayflydb.storage.postgresql;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.mayflydb.storage.StoreUnavailableException;

/** The table and functions of a store, in one PostgreSQL schema: created when they are missing, refused when they are newer. */
final class StoreSchema {
    /** Increased whenever the table or the functions change. */
    static final int FORMAT = 1;

    /** The oldest that still gets fixes. */
    static final int SERVER_VERSION_MIN = 15;

    private final String name;

    StoreSchema(String name) {
        this.name = name;
    }

    /** @throws StoreUnavailableException if the server or the format of the store does not fit this version */
    boolean prepare(Connection connection) throws SQLException {
        checkServer(connection.getMetaData().getDatabaseMajorVersion());
        if (!exists(connection)) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(script());
            }
        }
        checkFormat(connection);
        return true;
    }

    static void checkServer(int version) {
        if (version < SERVER_VERSION_MIN) {
            throw new StoreUnavailableException("the PostgreSQL server has version " + version + ", but Mayfly needs "
                    + SERVER_VERSION_MIN + " or later, because older ones no longer get fixes: upgrade it");
        }
    }

    private boolean exists(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("select to_regclass(?) is not null")) {
            statement.setString(1, name + ".format");
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() && rows.getBoolean(1);
            }
        }
    }

    private void checkFormat(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select version from " + name + ".format")) {
            int format = rows.next() ? rows.getInt(1) : 0;
            if (format != FORMAT) {
                throw new StoreUnavailableException(
                        "the store in the PostgreSQL schema " + name + " has format " + format
                                + ", but this version of Mayfly reads format " + FORMAT
                                + (format > FORMAT ? ": use the version that wrote it, or a later one" : ""));
            }
        }
    }

    /** One statement, so that the schema is made whole or not at all. */
    private String script() {
        try (InputStream script = StoreSchema.class.getResourceAsStream("schema.sql")) {
            if (script == null) {
                throw new IllegalStateException("schema.sql is missing from the library");
            }
            return new String(script.readAllBytes(), StandardCharsets.UTF_8).replace("${schema}", name);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
