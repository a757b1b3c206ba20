package org.mayflydb.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.mayflydb.key.DocumentPath;

class TermPathTest {

    @Test
    void differentPathsHaveDifferentHashes() {
        List<TermPath> paths = List.of(
                TermPath.ITEM.member("a"),
                TermPath.ITEM.member("a").member("b"),
                TermPath.ITEM.member("ab"),
                TermPath.ITEM.member("a").everyElement(),
                TermPath.ITEM.member("a").member("[]"),
                TermPath.ITEM.member("a").member(""),
                TermPath.ITEM.member("?"),
                TermPath.ITEM.member("\ud800"),
                TermPath.ITEM.member("\udc00"),
                TermPath.ITEM.member("a").everyElement().everyElement(),
                TermPath.ITEM.member("a").everyElement().member("b"));
        assertThat(paths.stream().map(TermPath::hash)).doesNotHaveDuplicates();
    }

    @Test
    void documentPathHasTheHashOfTheSamePlace() {
        assertThat(TermPath.of(DocumentPath.parse("/a/\"b c\"")).hash())
                .isEqualTo(TermPath.ITEM.member("a").member("b c").hash());
    }

    @Test
    void hashIsTheOneThatIsStored() {
        assertThat(TermPath.ITEM.member("a").everyElement().member("größe").hash())
                .as("entries on disk hold it")
                .isEqualTo(-2040675137128296364L);
    }
}
