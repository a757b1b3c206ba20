package org.mayflydb.server.admin;

import java.util.function.Supplier;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonObject;

/** Makes keys and certificate valid that were exchanged in their files: {@code {}}. */
public final class ReloadEndpoint implements AdminEndpoint {
    private final Supplier<JsonObject> reload;

    public ReloadEndpoint(Supplier<JsonObject> reload) {
        this.reload = reload;
    }

    @Override
    public JsonObject run(JsonObject parameters) {
        if (!parameters.members().isEmpty()) {
            throw new BadRequestException("A reload takes no parameters: it reads the files that the settings name.");
        }
        return reload.get();
    }
}
