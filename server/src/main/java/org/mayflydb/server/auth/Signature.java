package org.mayflydb.server.auth;

import java.security.MessageDigest;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import org.mayflydb.server.protocol.ResourceAddress;
import org.mayflydb.server.protocol.WireRequest;

/** Verifies that a request was signed with one of the account's keys. */
public final class Signature {
    private final KeyRing keys;
    private final ThreadLocal<SignedText> texts = ThreadLocal.withInitial(SignedText::new);

    public Signature(KeyRing keys) {
        this.keys = keys;
    }

    /**
     * Who signed the request, or null if nobody who has a key did.
     *
     * @param base64 as in the authorization header
     */
    public Principal.@Nullable Master signer(WireRequest request, ResourceAddress address, String base64) {
        byte[] signature;
        try {
            signature = Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException notBase64) {
            return null;
        }
        SignedResource resource = SignedResource.of(address);
        SignedText text = texts.get();
        text.write(request, resource);
        Principal.Master signer = signer(text, signature);
        String link = signer == null ? resource.resourceIdLink() : null;
        if (link != null) {
            text.write(request, resource, link);
            signer = signer(text, signature);
        }
        return signer;
    }

    private Principal.@Nullable Master signer(SignedText text, byte[] signature) {
        for (AccountKeys.Key key : keys.current().keys()) {
            if (MessageDigest.isEqual(key.mac().sign(text.bytes(), text.length()), signature)) {
                return key.holder();
            }
        }
        return null;
    }

    /** What a client that addresses by names has to sign, for the message to one that signed something else. */
    static String textToSign(WireRequest request, ResourceAddress address) {
        SignedText text = new SignedText();
        text.write(request, SignedResource.of(address));
        return text.toString();
    }
}
