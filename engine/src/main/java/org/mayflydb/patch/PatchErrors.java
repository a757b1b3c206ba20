package org.mayflydb.patch;

import org.mayflydb.base.BadRequestException;

/** What can be wrong with a patch, in the service's words. */
final class PatchErrors {
    private PatchErrors() {}

    static BadRequestException syntax() {
        return new BadRequestException("Invalid patch request: check syntax of patch specification.");
    }

    static BadRequestException tooMany(int max) {
        return new BadRequestException("The number of patch operations cannot exceed " + max + ".");
    }

    static BadRequestException systemProperty(String name) {
        return new BadRequestException("Invalid patch request: Cannot patch system property '" + name + "'.");
    }

    static BadRequestException partitionKey(PatchPath path) {
        return new BadRequestException("Invalid patch request: Cannot patch the partition key at '" + path + "'.");
    }

    /** @param number of the operation, counted from 1 */
    static BadRequestException operation(int number, String complaint) {
        return new BadRequestException("For Operation(" + number + "): " + complaint);
    }
}
