package org.mayflydb.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MayflyExceptionTest {

    @Test
    void numbersAndNamesAreThoseOfTheWire() {
        assertWire(BadRequestException.containerRecreated(), 400, 1024, "BadRequest");
        assertWire(new UnauthorizedException("no signature"), 401, 0, "Unauthorized");
        assertWire(new ForbiddenException("read only"), 403, 0, "Forbidden");
        assertWire(GoneException.staleName(), 410, 1000, "Gone");
        assertWire(GoneException.partitionKeyRange(), 410, 1002, "Gone");
        assertWire(new UnsupportedException("A trigger"), 501, 0, "NotImplemented");
    }

    @Test
    void whatIsNotSupportedIsNamed() {
        assertThat(new UnsupportedException("A trigger")).hasMessage("A trigger is not supported.");
    }

    @Test
    void outcomesOfNormalLifeCarryNoStackTrace() {
        assertThat(new ForbiddenException("read only").getStackTrace()).isEmpty();
    }

    private static void assertWire(MayflyException failure, int status, int subStatus, String name) {
        assertThat(failure.status()).isEqualTo(status);
        assertThat(failure.subStatus()).isEqualTo(subStatus);
        assertThat(failure.code().wireName()).isEqualTo(name);
    }
}
