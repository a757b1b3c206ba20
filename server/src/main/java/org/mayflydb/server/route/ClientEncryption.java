package org.mayflydb.server.route;

import java.util.List;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.batch.BatchOperation;
import org.mayflydb.catalog.ClientEncryptionPolicy;
import org.mayflydb.catalog.ContainerRecord;
import org.mayflydb.server.protocol.WireHeaders;
import org.mayflydb.server.protocol.WireRequest;

/** Refuses items that are not encrypted if their container has a policy for that. The client says whether they are. */
final class ClientEncryption {
    private ClientEncryption() {}

    static void checkWrite(WireRequest request, ContainerRecord container) {
        if (ClientEncryptionPolicy.isIn(container.properties()) && !request.flag(WireHeaders.IS_CLIENT_ENCRYPTED)) {
            throw new BadRequestException(
                    "Collection has ClientEncryptionPolicy set, but the document to be written isn't encrypted.");
        }
    }

    static void checkWrites(WireRequest request, ContainerRecord container, List<BatchOperation> operations) {
        for (BatchOperation operation : operations) {
            boolean writesItem = switch (operation.kind()) {
                case READ, DELETE -> false;
                default -> true;
            };
            if (writesItem) {
                checkWrite(request, container);
                return;
            }
        }
    }
}
