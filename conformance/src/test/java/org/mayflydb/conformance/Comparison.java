package org.mayflydb.conformance;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.mayflydb.database.CheckReport;
import org.mayflydb.embedded.Item;
import org.mayflydb.item.expiry.Usage;

/** Looks at the database in every way there is, and at the model. A look that a fault prevented shows nothing. */
final class Comparison {
    private final Subject subject;

    Comparison(Subject subject) {
        this.subject = subject;
    }

    void read(Model model, Address address) {
        Outcome<Optional<Item>> found = subject.tolerating(() -> subject.find(address));
        if (found != null) {
            assertThat(requireNonNull(found.value()).map(Item::json))
                    .isEqualTo(Optional.ofNullable(model.visible(address)).map(Model.Entry::text));
        }
    }

    void list(Model model, Step.ListItems step) {
        Outcome<List<String>> listed =
                subject.tolerating(() -> subject.list(step.layout(), step.key(), step.pageItems()));
        if (listed != null) {
            List<String> expected = model.visible(step.layout()).stream()
                    .filter(address ->
                            address.key().subList(0, step.key().size()).equals(step.key()))
                    .map(address -> requireNonNull(model.visible(address)).text())
                    .toList();
            assertThat(listed.value()).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    void usage(Model model, Layout layout) {
        Outcome<Usage> usage =
                subject.tolerating(() -> subject.container(layout).usage());
        if (usage != null) {
            List<Address> visible = model.visible(layout);
            assertThat(usage.value()).isEqualTo(new Usage(visible.size(), model.bytes(visible)));
        }
    }

    /** What the database still has, expired or not. That must be as it was written, and nothing visible may lack. */
    Set<Address> stored(Model model, Layout layout) {
        subject.disarm();
        List<String> texts = new ArrayList<>(subject.listStored(layout, model.defaultTtl(layout)));
        Set<Address> stored = new HashSet<>();
        model.stored(layout).forEach((address, entry) -> {
            if (texts.remove(entry.text())) {
                stored.add(address);
            }
        });
        assertThat(texts).as("items that nobody wrote").isEmpty();
        assertThat(stored).containsAll(model.visible(layout));
        return stored;
    }

    /** All that a check of the store counted, and all that can be seen. */
    void everything(Model model, CheckReport report) {
        items(model, report);
        for (Layout layout : Layout.values()) {
            list(model, new Step.ListItems(layout, List.of(), 100));
            usage(model, layout);
        }
    }

    /** The items that a check of the store counted, expired or not. */
    void items(Model model, CheckReport report) {
        long stored = 0;
        for (Layout layout : Layout.values()) {
            stored += model.stored(layout).size();
        }
        assertThat(report.items()).isEqualTo(stored);
    }
}
