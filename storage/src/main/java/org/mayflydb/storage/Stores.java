package org.mayflydb.storage;

import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/** Opens stores by their address, through the providers on the class path. */
public final class Stores {
    private Stores() {}

    /**
     * Opens the store at an address.
     *
     * @throws StoreUnavailableException if no provider knows the scheme, or the store cannot be opened
     * @throws StoreDamagedException saying what is damaged and where
     */
    public static Store open(StoreAddress address, StoreOptions options) {
        StoreProvider provider = provider(address);
        try {
            return provider.open(address, options);
        } catch (LinkageError unsupported) {
            throw new StoreUnavailableException(
                    "the native library of the store " + address.scheme() + " cannot be loaded here: "
                            + unsupported.getMessage(),
                    unsupported);
        }
    }

    /**
     * The provider of an address.
     *
     * @throws StoreUnavailableException if no provider knows the scheme
     */
    public static StoreProvider provider(StoreAddress address) {
        return providers().stream()
                .filter(each -> each.scheme().equals(address.scheme()))
                .findFirst()
                .orElseThrow(() -> unknown(address));
    }

    private static StoreUnavailableException unknown(StoreAddress address) {
        if (address.isDirectory()) {
            return new StoreUnavailableException(
                    "No durable store is on the class path: add org.mayflydb:mayfly-storage-rocksdb");
        }
        return new StoreUnavailableException("'" + address + "' names the store '" + address.scheme()
                + "', which is not known here. Known are "
                + providers().stream().map(provider -> provider.scheme() + ":").collect(Collectors.joining(", "))
                + ". If it is a directory, write './" + address + "'.");
    }

    private static List<StoreProvider> providers() {
        return ServiceLoader.load(StoreProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(StoreProvider::scheme))
                .toList();
    }
}
