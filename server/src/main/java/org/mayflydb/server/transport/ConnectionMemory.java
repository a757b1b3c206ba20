package org.mayflydb.server.transport;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.mayflydb.server.protocol.WireRequest;

/** What one connection holds of the {@link ServerMemory}. Used on the connection's own thread. */
@SuppressWarnings("FutureReturnValueIgnored") // nobody waits for a close or a look
public final class ConnectionMemory {
    /** For how many times the patience requests wait for memory before they are refused. */
    private static final int PATIENCES = 8;

    private final Channel channel;
    private final ServerMemory memory;
    private final ConnectionClock clock;
    private final Runnable resume;

    /** Of answers: reserved, held back or not yet taken by the client. */
    private long answerBytes;

    /** Of those, what the channel still had when it was looked at last. */
    private long unwrittenBytes;

    /** Whether the client has taken everything since it was last answered at length. */
    private boolean answerTaken;

    /** Whether the client sent something after it had taken such an answer, which is what clients that read do. */
    private boolean proven;

    private @Nullable Turn turn;

    /** How long this connection's requests have waited for memory since the client last sent something. */
    private long waitedNanos;

    /** What the connection waits for. */
    private final class Turn implements Runnable {
        private final ByteBudget budget;
        private final long bytes;
        private final Runnable granted;
        private final Runnable refused;
        private final long since = now();
        private ByteBudget.@Nullable Waiter place;
        private @Nullable Future<?> look;

        Turn(ByteBudget budget, long bytes, Runnable granted, Runnable refused) {
            this.budget = budget;
            this.bytes = bytes;
            this.granted = granted;
            this.refused = refused;
        }

        /** The bytes are taken; on any thread. */
        private void come() {
            try {
                channel.eventLoop().execute(() -> end(granted));
            } catch (RejectedExecutionException stopped) {
                budget.adjust(-bytes);
            }
        }

        private void lookLater() {
            look = channel.eventLoop().schedule(this, memory.lookPause().toNanos(), TimeUnit.NANOSECONDS);
        }

        /** What is scheduled holds the request, and so its response. */
        private void lookNoMore() {
            if (look != null) {
                look.cancel(false);
            }
        }

        private void end(Runnable outcome) {
            if (turn != this) {
                // The connection was closed meanwhile.
                budget.adjust(-bytes);
                return;
            }
            turn = null;
            lookNoMore();
            waitedNanos += now() - since;
            outcome.run();
            resume.run();
        }

        /** Closes connections that hold memory and stand still; gives up after a while. */
        @Override
        public void run() {
            if (turn != this) {
                return;
            }
            ByteBudget.Waiter waiter = place;
            if (isOutOfPatience(waitedNanos + now() - since) && waiter != null && budget.cancel(waiter)) {
                end(refused);
                return;
            }
            memory.closeStalled();
            lookLater();
        }
    }

    /** @param resume called when the connection may have become able to take more */
    public ConnectionMemory(Channel channel, ServerMemory memory, ConnectionClock clock, Runnable resume) {
        this.channel = channel;
        this.memory = memory;
        this.clock = clock;
        this.resume = resume;
    }

    public void open() {
        memory.add(this);
    }

    /** Gives back what nobody will take any more. Requests under way give theirs back when they are answered. */
    public void close() {
        memory.remove(this);
        Turn waited = turn;
        turn = null;
        if (waited != null) {
            waited.lookNoMore();
            if (waited.place != null) {
                waited.budget.cancel(waited.place);
            }
        }
        holdAnswers(-unwrittenBytes);
        unwrittenBytes = 0;
    }

    /** Returns true if the connection should not take another request now. */
    public boolean isFull() {
        return turn != null || answerBytes + WireRequest.PAGE_BYTES_MAX > memory.connectionAnswerBytes();
    }

    /** Reserves room for an answer, before it is known how large it will be; false if there is none now. */
    public boolean tryReserveAnswer(long bytes) {
        boolean reserved = memory.answers().tryReserve(bytes, precedence());
        if (reserved) {
            answerBytes += bytes;
        }
        return reserved;
    }

    /**
     * Waits until there is room for an answer.
     *
     * @param granted called when it is reserved
     * @param refused called instead if there is none for long
     */
    public void awaitAnswer(long bytes, Runnable granted, Runnable refused) {
        if (isOutOfPatience(waitedNanos)) {
            // Pipelined requests wait one after the other; their waits add up.
            refused.run();
            return;
        }
        await(
                memory.answers(),
                bytes,
                precedence(),
                () -> {
                    answerBytes += bytes;
                    granted.run();
                },
                refused);
    }

    /** A client that may not read its responses gets memory for one at a time. */
    private ByteBudget.Precedence precedence() {
        if (answerBytes == 0) {
            return proven ? ByteBudget.Precedence.FIRST : ByteBudget.Precedence.SECOND;
        }
        return proven && unwrittenBytes == 0 ? ByteBudget.Precedence.SECOND : ByteBudget.Precedence.LAST;
    }

    /** Reserves room for a body. */
    public void reserveBody(long bytes, Runnable granted, Runnable refused) {
        ByteBudget bodies = memory.bodies();
        Runnable expected = () -> {
            clock.expects(bytes);
            granted.run();
        };
        if (bytes == 0 || bodies.tryReserve(bytes, ByteBudget.Precedence.FIRST)) {
            expected.run();
        } else {
            await(bodies, bytes, ByteBudget.Precedence.FIRST, expected, refused);
        }
    }

    private void await(
            ByteBudget budget, long bytes, ByteBudget.Precedence precedence, Runnable granted, Runnable refused) {
        Turn waiting = new Turn(budget, bytes, granted, refused);
        turn = waiting;
        waiting.place = budget.await(bytes, precedence, waiting::come);
        waiting.lookLater();
    }

    /** Takes or gives back room for answers. */
    public void holdAnswers(long bytes) {
        answerBytes += bytes;
        memory.answers().adjust(bytes);
    }

    /** Gives back room for bodies. */
    public void releaseBody(long bytes) {
        memory.bodies().adjust(-bytes);
    }

    /**
     * Notes that an answer for which so much is reserved was handed to the channel. Its room is not given back before the
     * channel was looked at, or others would take it meanwhile.
     */
    public void written(long reservedBytes) {
        unwrittenBytes += reservedBytes;
    }

    /** Notes how much of what was written the client has not taken yet. To be called after every flush. */
    public void flushed() {
        long now = pendingBytes();
        if (now != unwrittenBytes) {
            long more = now - unwrittenBytes;
            unwrittenBytes = now;
            holdAnswers(more);
            clock.unread(now);
            answerTaken |= now == 0;
        }
    }

    /** The client has sent something. */
    void heard() {
        waitedNanos = 0;
        proven |= answerTaken;
    }

    /** Closes the connection if its client stands still although it is its turn; on any thread. */
    void look() {
        try {
            channel.eventLoop().execute(() -> {
                if (channel.isActive()) {
                    flushed();
                    if (clock.isStalled(readPatience(), memory.patience())) {
                        channel.close();
                    }
                }
            });
        } catch (RejectedExecutionException stopped) {
            // The server is going down, and all its connections with it.
        }
    }

    /** As {@link #flushed}, for the end of a write, when the channel still counts what it has just written. */
    public void taken() {
        channel.eventLoop().execute(this::flushed);
    }

    /** New clients wait for those that have never read, so these have less time than clients that are known to read. */
    private Duration readPatience() {
        return proven ? memory.patience() : memory.patience().dividedBy(2);
    }

    private boolean isOutOfPatience(long nanos) {
        return nanos > PATIENCES * memory.patience().toNanos();
    }

    private long now() {
        return memory.nanoTime();
    }

    private long pendingBytes() {
        ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();
        return buffer == null ? 0 : buffer.totalPendingWriteBytes();
    }
}
