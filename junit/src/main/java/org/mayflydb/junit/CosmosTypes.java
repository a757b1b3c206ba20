package org.mayflydb.junit;

import java.util.Set;

/** The classes of {@code azure-cosmos} that tests may ask for, by name: they may not be there. */
final class CosmosTypes {
    private static final Set<String> NAMES = Set.of(
            "com.azure.cosmos.CosmosClient",
            "com.azure.cosmos.CosmosDatabase",
            "com.azure.cosmos.CosmosContainer",
            "com.azure.cosmos.CosmosAsyncClient",
            "com.azure.cosmos.CosmosAsyncDatabase",
            "com.azure.cosmos.CosmosAsyncContainer");

    private CosmosTypes() {}

    static boolean include(Class<?> type) {
        return NAMES.contains(type.getName());
    }
}
