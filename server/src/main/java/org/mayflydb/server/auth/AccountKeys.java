package org.mayflydb.server.auth;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;

/**
 * The keys of the account, Base64 as users paste them: a primary one, and optionally a secondary one and two that only
 * read. There are two of each kind so that one can be exchanged while the other is in use.
 */
public final class AccountKeys {
    private static final byte[] TOKEN_LABEL = "mayfly resource token".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] IDENTITY_LABEL = "mayfly identity token".getBytes(StandardCharsets.US_ASCII);

    private static final String READ_ONLY = "read-only key";

    /** Those that may write come first, the primary one before all others. */
    private final List<Key> keys;

    /**
     * One key; what is readable of it is only its name and what it may do.
     *
     * @param digest by which a key that is sent as it is can be compared in constant time
     * @param tokens signs the resource tokens that were issued with this key
     * @param identities signs the identity tokens that were issued to whoever has this key
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Key(KeyedMac mac, byte[] digest, KeyedMac tokens, KeyedMac identities, Principal.Master holder) {
        @Override
        public String toString() {
            return "Key[" + holder.key() + "]";
        }
    }

    private AccountKeys(List<Key> keys) {
        this.keys = List.copyOf(keys);
    }

    public static AccountKeys of(String primary) {
        return new AccountKeys(List.of(key(primary, new Principal.Master("primary key", false))));
    }

    /** These keys and another one that may do everything. */
    public AccountKeys withSecondary(String key) {
        int count = count(false);
        String name = count == 1 ? "secondary key" : "key " + (count + 1);
        List<Key> more = new ArrayList<>(keys);
        more.add(count, key(key, new Principal.Master(name, false)));
        return new AccountKeys(more);
    }

    /** These keys and another one that may read and query. */
    public AccountKeys withReadOnly(String key) {
        String name = switch (count(true)) {
            case 0 -> "primary " + READ_ONLY;
            case 1 -> "secondary " + READ_ONLY;
            default -> READ_ONLY + " " + (count(true) + 1);
        };
        List<Key> more = new ArrayList<>(keys);
        more.add(key(key, new Principal.Master(name, true)));
        return new AccountKeys(more);
    }

    private int count(boolean readOnly) {
        return (int)
                keys.stream().filter(key -> key.holder.readOnly() == readOnly).count();
    }

    /** Returns the holder of a key; null if the key is unknown. Takes the same time for every key. */
    public Principal.@Nullable Master holder(String candidate) {
        Key key = find(candidate);
        return key == null ? null : key.holder;
    }

    private @Nullable Key find(String candidate) {
        byte[] digest;
        try {
            digest = digest(Base64.getDecoder().decode(candidate));
        } catch (IllegalArgumentException notBase64) {
            return null;
        }
        Key found = null;
        for (Key key : keys) {
            if (MessageDigest.isEqual(key.digest, digest) && found == null) {
                found = key;
            }
        }
        return found;
    }

    /** Signs an identity token for whoever has a key; null if the key is unknown. */
    public byte @Nullable [] signIdentity(String key, byte[] text) {
        Key known = find(key);
        return known == null ? null : known.identities.sign(text);
    }

    /** The holder of the key that an identity token was signed for; null if it was signed for none of these. */
    public Principal.@Nullable Master identitySigner(byte[] text, byte[] signature) {
        for (Key key : keys) {
            if (MessageDigest.isEqual(key.identities.sign(text), signature)) {
                return key.holder;
            }
        }
        return null;
    }

    List<Key> keys() {
        return keys;
    }

    /** Signs new resource tokens. */
    KeyedMac tokenMac() {
        return keys.get(0).tokens;
    }

    private static Key key(String text, Principal.Master holder) {
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException notBase64) {
            throw new BadRequestException("An account key is not Base64.");
        }
        if (bytes.length == 0) {
            throw new BadRequestException("An account key is empty.");
        }
        KeyedMac mac = new KeyedMac(bytes);
        return new Key(
                mac,
                digest(bytes),
                new KeyedMac(mac.sign(TOKEN_LABEL)),
                new KeyedMac(mac.sign(IDENTITY_LABEL)),
                holder);
    }

    private static byte[] digest(byte[] key) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(key);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java has SHA-256.", impossible);
        }
    }

    /** How many there are, and nothing about them. */
    @Override
    public String toString() {
        return "AccountKeys[" + keys.size() + "]";
    }
}
