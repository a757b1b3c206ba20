package org.mayflydb.app.shell;

import java.util.List;
import org.mayflydb.app.endpoint.ContainerAddress;
import org.mayflydb.app.endpoint.EndpointException;
import org.mayflydb.app.endpoint.Exit;
import org.mayflydb.json.JsonNumber;
import org.mayflydb.json.JsonObject;

/** Shows and changes the default TTL of a container; changes it only after showing the effect. */
final class TtlDialog {
    private static final String PROPERTY = "defaultTtl";

    private final Session session;
    private final Talk talk;

    TtlDialog(Session session, Talk talk) {
        this.session = session;
        this.talk = talk;
    }

    void run(List<Word> words) {
        ContainerAddress address = session.container();
        JsonObject properties = session.account().container(address);
        DefaultTtl present = DefaultTtl.of(properties.get(PROPERTY));
        if (words.isEmpty()) {
            talk.out().println("The default TTL of " + address + " is " + present + ".");
            return;
        }
        DefaultTtl proposed = DefaultTtl.parse(words.get(0).text());
        if (proposed.equals(present)) {
            talk.out().println("The default TTL of " + address + " is already " + present + ".");
            return;
        }
        showEffect(proposed);
        if (!talk.confirms("Change the default TTL of " + address + " from " + present + " to " + proposed + "?")) {
            talk.out().println("Nothing was changed.");
            return;
        }
        Long seconds = proposed.seconds();
        session.account()
                .replaceContainer(
                        address,
                        seconds == null
                                ? properties.without(PROPERTY)
                                : properties.with(PROPERTY, JsonNumber.of(seconds)),
                        true);
        talk.out().println("The default TTL of " + address + " is now " + proposed + ".");
    }

    /** Only this server knows beforehand; elsewhere it is said that nobody does. */
    private void showEffect(DefaultTtl proposed) {
        try {
            new LifetimeReports(session.admin(), session.items())
                    .whatIf(proposed)
                    .print(talk.out(), false);
        } catch (EndpointException failure) {
            if (failure.exitCode() != Exit.FAILED || failure.status() != 0) {
                throw failure;
            }
            talk.out().println("This endpoint cannot predict what that would remove.");
        }
    }
}
