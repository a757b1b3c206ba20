package org.mayflydb.conformance.history;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import org.mayflydb.conformance.history.Outcome.Result;

/** Does what a {@link Workload} draws, several operations at a time, and records it. */
final class HistoryClient implements Callable<Void> {
    private static final int UNDER_WAY_MAX = 12;

    private final Door door;
    private final HistoryRecorder recorder;
    private final Random random;
    private final Workload workload;
    private final Map<String, String> etags;

    HistoryClient(Door door, HistoryRecorder recorder, Random random, Map<String, String> etags) {
        this.door = door;
        this.recorder = recorder;
        this.random = random;
        this.workload = new Workload(random, recorder, etags);
        this.etags = etags;
    }

    /** Until there is nothing left to do. */
    @Override
    public Void call() throws InterruptedException {
        Door.Place place = door.present();
        boolean going = true;
        while (going) {
            going = workUntilKilled(place);
            if (going) {
                place = door.after(place.generation());
            }
        }
        return null;
    }

    /** Whether there may be more to do. */
    private boolean workUntilKilled(Door.Place place) throws InterruptedException {
        try (Connection connection = new Connection(place.port())) {
            int count = recorder.take(1 + random.nextInt(UNDER_WAY_MAX));
            while (count > 0) {
                if (!together(connection, count, place)) {
                    return true;
                }
                count = recorder.take(1 + random.nextInt(UNDER_WAY_MAX));
            }
            return false;
        } catch (IOException couldNotConnect) {
            return true;
        }
    }

    /** Does so many operations at once; whether the server survived it. */
    private boolean together(Connection connection, int count, Door.Place place) throws InterruptedException {
        List<Operation> operations = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            operations.add(workload.next());
        }
        long second = recorder.earliestSecond();
        List<Event> events = new ArrayList<>();
        long invoked = System.nanoTime();
        boolean alive = true;
        try {
            connection.send(operations.stream().map(Translation::request).toList());
            for (Operation operation : operations) {
                Connection.Answer answer = connection.receive();
                long responded = System.nanoTime();
                Outcome outcome = Translation.outcome(operation, answer);
                events.add(new Event(operation, invoked, responded, second, recorder.latestSecond(), outcome));
                remember(operation, outcome);
            }
        } catch (IOException killed) {
            alive = false;
            // What the dead one has done it did before the next one was ready.
            door.after(place.generation());
            long over = System.nanoTime();
            for (Operation operation : operations.subList(events.size(), count)) {
                events.add(new Event(operation, invoked, over, second, recorder.latestSecond(), null));
            }
        }
        recorder.add(events);
        return alive;
    }

    private void remember(Operation operation, Outcome outcome) {
        for (int i = 0; i < outcome.results().size() && outcome.isSuccess(); i++) {
            Result result = outcome.results().get(i);
            if (result.etag() != null) {
                etags.put(operation.partition() + "/" + operation.all().get(i).id(), result.etag());
            }
        }
    }
}
