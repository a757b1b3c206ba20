package org.mayflydb.server.auth;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.mayflydb.base.BadRequestException;

/**
 * The keys of the account, Base64 as users paste them: a primary one, and optionally a secondary one and two that only
 * read. There are two of each kind so that one can be exchanged while the other is in use.
 */
public final class AccountKeys {
    private static final byte[] TOKEN_LABEL = "mayfly resource token".getBytes(StandardCharsets.US_ASCII);

    /** Those that may write come first. */
    private final List<Key> keys;

    private final KeyedMac primary;

    /** One key; what is readable of it is only what it may do. */
    record Key(KeyedMac mac, boolean readOnly) {}

    private AccountKeys(KeyedMac primary, List<Key> keys) {
        this.primary = primary;
        this.keys = List.copyOf(keys);
    }

    public static AccountKeys of(String primary) {
        KeyedMac mac = decode(primary);
        return new AccountKeys(mac, List.of(new Key(mac, false)));
    }

    /** These keys and another one that may do everything. */
    public AccountKeys withSecondary(String key) {
        List<Key> more = new ArrayList<>(keys);
        more.add(1, new Key(decode(key), false));
        return new AccountKeys(primary, more);
    }

    /** These keys and another one that may read and query. */
    public AccountKeys withReadOnly(String key) {
        List<Key> more = new ArrayList<>(keys);
        more.add(new Key(decode(key), true));
        return new AccountKeys(primary, more);
    }

    /** Whether this is one of the keys that may do everything. Which one, or how nearly, cannot be told by the time. */
    public boolean isReadWriteKey(String candidate) {
        byte[] proof;
        try {
            proof = decode(candidate).sign(TOKEN_LABEL);
        } catch (BadRequestException noKey) {
            return false;
        }
        boolean found = false;
        for (Key key : keys) {
            found |= !key.readOnly && MessageDigest.isEqual(key.mac.sign(TOKEN_LABEL), proof);
        }
        return found;
    }

    List<Key> keys() {
        return keys;
    }

    /** Signs resource tokens. It is made from the primary key: who exchanges that key ends all tokens. */
    KeyedMac tokenMac() {
        return new KeyedMac(primary.sign(TOKEN_LABEL));
    }

    private static KeyedMac decode(String key) {
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(key);
        } catch (IllegalArgumentException notBase64) {
            throw new BadRequestException("An account key is not Base64.");
        }
        if (bytes.length == 0) {
            throw new BadRequestException("An account key is empty.");
        }
        return new KeyedMac(bytes);
    }

    /** How many there are, and nothing about them. */
    @Override
    public String toString() {
        return "AccountKeys[" + keys.size() + "]";
    }
}
