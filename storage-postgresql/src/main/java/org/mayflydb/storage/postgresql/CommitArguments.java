package org.mayflydb.storage.postgresql;

import java.nio.ByteBuffer;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.mayflydb.storage.Commit;
import org.mayflydb.storage.Space;

/** A commit as the arguments of the function that applies it: arrays, with one change for each key. */
final class CommitArguments {
    private final int partition;
    private final List<Commit.Condition> conditions;
    private final List<Commit.Change> deletes = new ArrayList<>();
    private final List<Commit.Change> puts = new ArrayList<>();

    CommitArguments(int partition, List<Commit.Condition> conditions, List<Commit.Change> changes) {
        this.partition = partition;
        this.conditions = conditions;
        for (Commit.Change change : lastOfEachKey(changes)) {
            (change.value() == null ? deletes : puts).add(change);
        }
    }

    private static List<Commit.Change> lastOfEachKey(List<Commit.Change> changes) {
        Map<Space, Map<ByteBuffer, Commit.Change>> last = new EnumMap<>(Space.class);
        for (Commit.Change change : changes) {
            last.computeIfAbsent(change.space(), space -> new LinkedHashMap<>())
                    .put(ByteBuffer.wrap(change.key()), change);
        }
        return last.values().stream()
                .flatMap(ofSpace -> ofSpace.values().stream())
                .toList();
    }

    void set(Connection connection, PreparedStatement statement) throws SQLException {
        statement.setInt(1, partition);
        statement.setArray(
                2,
                bytes(connection, conditions.stream().map(Commit.Condition::key).toArray(byte[][]::new)));
        statement.setArray(
                3,
                bytes(
                        connection,
                        conditions.stream().map(Commit.Condition::value).toArray(byte[][]::new)));
        statement.setArray(4, spaces(connection, deletes));
        statement.setArray(5, bytes(connection, keys(deletes)));
        statement.setArray(6, spaces(connection, puts));
        statement.setArray(7, bytes(connection, keys(puts)));
        statement.setArray(
                8, bytes(connection, puts.stream().map(Commit.Change::value).toArray(byte[][]::new)));
    }

    private static byte[][] keys(List<Commit.Change> changes) {
        return changes.stream().map(Commit.Change::key).toArray(byte[][]::new);
    }

    private static Array bytes(Connection connection, byte[][] elements) throws SQLException {
        return connection.createArrayOf("bytea", elements);
    }

    private static Array spaces(Connection connection, List<Commit.Change> changes) throws SQLException {
        Short[] spaces = new Short[changes.size()];
        for (int i = 0; i < spaces.length; i++) {
            spaces[i] = EntrySql.number(changes.get(i).space());
        }
        return connection.createArrayOf("int2", spaces);
    }
}
