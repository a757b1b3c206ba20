package org.mayflydb.server.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WireResponseTest {

    @Test
    void chargeIsWrittenAsShortAsItsHundredthsAllow() {
        for (int hundredths = 0; hundredths < 100_000; hundredths++) {
            double units = hundredths / 100.0;
            String expected = hundredths % 100 == 0 ? Integer.toString(hundredths / 100) : Double.toString(units);
            assertThat(new WireResponse(200).charge(units).header(WireHeaders.REQUEST_CHARGE))
                    .isEqualTo(expected);
        }
    }
}
