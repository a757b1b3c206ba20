package org.mayflydb.server.http;

import io.netty.util.NetUtil;
import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * The hosts by which clients may address the server.
 *
 * <p>A web page can have its own name resolve to this machine, and then the browser lets it talk to the server as if it
 * came from there. That is harmless as long as the page has no key; the well-known one every page has. Such a page can
 * neither make up the Host header nor own a name that is an address, has no dot or ends in {@code .localhost}.
 */
public final class HostRule {
    /** For servers whose keys are secrets. */
    public static final HostRule ANY = new HostRule(Set.of(), () -> false);

    private static final String DOCKER_HOST = "host.docker.internal";

    private final Set<String> names;
    private final BooleanSupplier strict;

    private HostRule(Set<String> names, BooleanSupplier strict) {
        this.names = names;
        this.strict = strict;
    }

    /** Accepts these names besides those that no web page can own. */
    public static HostRule known(Collection<String> names) {
        return known(names, () -> true);
    }

    /**
     * Accepts these names, or any host while the rule is not strict.
     *
     * @param strict asked for every request
     */
    public static HostRule known(Collection<String> names, BooleanSupplier strict) {
        Set<String> lowerCase = new HashSet<>();
        names.forEach(name -> lowerCase.add(name.toLowerCase(Locale.ROOT)));
        lowerCase.add(DOCKER_HOST);
        return new HostRule(lowerCase, strict);
    }

    /** Returns true if hosts may be refused at present. */
    boolean isStrict() {
        return strict.getAsBoolean();
    }

    boolean accepts(String authority) {
        return !isStrict() || isKnown(authority);
    }

    /**
     * Returns true if no web page can own the host, or if it is one of the names, whether or not the rule is strict.
     *
     * @param authority a host, perhaps with a port
     */
    boolean isKnown(String authority) {
        String host = host(authority).toLowerCase(Locale.ROOT);
        return host.indexOf('.') < 0
                || host.endsWith(".localhost")
                || names.contains(host)
                || NetUtil.isValidIpV4Address(host)
                || NetUtil.isValidIpV6Address(host);
    }

    private static String host(String authority) {
        if (authority.startsWith("[")) {
            int end = authority.indexOf(']');
            String address = end < 0 ? "" : authority.substring(1, end);
            // What is in brackets is an address or nothing at all.
            return NetUtil.isValidIpV6Address(address) ? address : "..";
        }
        int colon = authority.indexOf(':');
        String host = colon < 0 ? authority : authority.substring(0, colon);
        return host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    }
}
