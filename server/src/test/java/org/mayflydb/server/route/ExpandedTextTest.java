package org.mayflydb.server.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.TooBusyException;
import org.mayflydb.server.protocol.WireResponse;

class ExpandedTextTest {
    private static final int LARGE = 100_000;

    private final ExpandedText expanded = new ExpandedText(2 * LARGE);
    private final List<Consumer<WireResponse>> underWay = new ArrayList<>();
    private final List<WireResponse> answered = new ArrayList<>();

    private void begin(long bytes) {
        expanded.hold(bytes, answered::add, underWay::add);
    }

    @Test
    void bytesAreHeldUntilTheRequestIsAnswered() {
        begin(LARGE);
        assertThat(expanded.used()).isEqualTo(LARGE);
        underWay.get(0).accept(new WireResponse(200));
        assertThat(expanded.used()).isZero();
        assertThat(answered).hasSize(1);
    }

    @Test
    void whoFindsTooLittleIsRefusedAndNotBegun() {
        begin(LARGE);
        begin(LARGE);
        assertThatThrownBy(() -> begin(LARGE)).isInstanceOf(TooBusyException.class);
        assertThat(underWay).hasSize(2);
        underWay.get(0).accept(new WireResponse(200));
        begin(LARGE);
        assertThat(underWay).hasSize(3);
    }

    @Test
    void whoIsAloneMayHaveMoreThanThereIs() {
        begin(3 * LARGE);
        assertThat(underWay).hasSize(1);
    }

    @Test
    void littleIsTakenWithoutAsking() {
        begin(LARGE);
        begin(LARGE);
        begin(1000);
        begin(-5);
        assertThat(underWay).hasSize(4);
        assertThat(expanded.used()).isEqualTo(2 * LARGE);
    }

    @Test
    void bytesAreGivenBackOnceIfARequestThrowsOrIsAnsweredTwice() {
        assertThatThrownBy(() -> expanded.hold(LARGE, answered::add, reply -> {
                    reply.accept(new WireResponse(200));
                    throw new BadRequestException("after its answer");
                }))
                .isInstanceOf(BadRequestException.class);
        assertThat(expanded.used()).isZero();
    }
}
