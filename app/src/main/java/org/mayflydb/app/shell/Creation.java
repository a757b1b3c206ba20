package org.mayflydb.app.shell;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.app.endpoint.ContainerAddress;
import org.mayflydb.app.endpoint.EndpointException;
import org.mayflydb.app.endpoint.NewContainer;
import org.mayflydb.base.BadRequestException;

/** {@code .create}: creates databases and containers, and uses what it has created. */
final class Creation {
    static final String USAGE = "DATABASE[/CONTAINER --partition-key /PATH [--ttl TTL] [--throughput|--autoscale RU]]";

    /** The name, and four options with their values. */
    static final int WORDS_MAX = 1 + 3 * 2 + 2 * 2;

    private static final String PARTITION_KEY = "--partition-key";

    private final Session session;
    private final Talk talk;

    Creation(Session session, Talk talk) {
        this.session = session;
        this.talk = talk;
    }

    void run(List<Word> words) {
        String target = words.get(0).text();
        List<Word> options = words.subList(1, words.size());
        if (target.indexOf('/') < 0) {
            createDatabase(target, options);
        } else {
            createContainer(ContainerAddress.parse(target), options);
        }
        session.use(target);
        talk.out().flush();
    }

    private void createDatabase(String id, List<Word> options) {
        if (!options.isEmpty()) {
            throw new BadRequestException("These options are for a container: write .create " + id + "/CONTAINER "
                    + PARTITION_KEY + " /PATH");
        }
        if (!session.account().createDatabaseIfMissing(id)) {
            throw EndpointException.exists("The database '" + id + "' exists already.");
        }
        talk.out().println("Created the database " + Printable.of(id) + ".");
    }

    private void createContainer(ContainerAddress address, List<Word> words) {
        Options options = Options.parse(words);
        if (options.partitionKey.isEmpty()) {
            throw new BadRequestException("A container needs a partition key: .create " + address + " " + PARTITION_KEY
                    + " /PATH, where /PATH is the property that items are distributed by, such as /customer");
        }
        NewContainer container = new NewContainer(
                NewContainer.paths(options.partitionKey), options.ttl.seconds(), options.throughput, options.autoscale);
        if (session.account().createDatabaseIfMissing(address.database())) {
            talk.out().println("Created the database " + Printable.of(address.database()) + ".");
        }
        session.account().createContainer(address, container);
        talk.out()
                .println("Created the container " + Printable.of(address.toString()) + " (partition key "
                        + Printable.of(String.join(", ", container.partitionKey())) + ", TTL " + options.ttl + ").");
    }

    /** What follows the name. */
    private static final class Options {
        private final List<String> partitionKey = new ArrayList<>();
        private DefaultTtl ttl = DefaultTtl.OFF;
        private @Nullable Integer throughput;
        private boolean autoscale;

        static Options parse(List<Word> words) {
            Options options = new Options();
            for (int i = 0; i < words.size(); i += 2) {
                String name = words.get(i).text();
                if (i + 1 == words.size()) {
                    throw new BadRequestException(
                            name.startsWith("--") ? name + " needs a value." : "Write .create " + USAGE);
                }
                options.set(name, words.get(i + 1).text());
            }
            return options;
        }

        private void set(String name, String value) {
            switch (name) {
                case PARTITION_KEY -> partitionKey.add(value);
                case "--ttl" -> ttl = DefaultTtl.parse(value);
                case "--throughput", "--autoscale" -> {
                    throughput = number(name, value);
                    autoscale = name.equals("--autoscale");
                }
                default -> throw new BadRequestException("There is no option '" + name + "'. Write .create " + USAGE);
            }
        }

        private static int number(String name, String value) {
            try {
                return Integer.parseInt(value);
            } catch (NumberFormatException notANumber) {
                throw new BadRequestException(name + " takes a number of RU/s, not '" + value + "'.");
            }
        }
    }
}
