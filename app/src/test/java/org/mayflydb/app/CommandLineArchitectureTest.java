package org.mayflydb.app;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Which package of the command line may use which. Those of the database itself are in the module conformance. */
class CommandLineArchitectureTest {
    private static final String ROOT = "org.mayflydb";
    private static final String APP = ROOT + ".app";
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(APP);

    private static void uses(String name, String... allowed) {
        classes()
                .that()
                .resideInAPackage(name)
                .should()
                .onlyDependOnClassesThat(not(resideInAPackage(ROOT + "..")).or(resideInAnyPackage(allowed)))
                .check(CLASSES);
    }

    /** A client of the wire: of the database it knows values, and of the server names. */
    @Test
    void theClientKnowsValuesAndTheWordsOfTheWire() {
        uses(
                APP + ".endpoint",
                APP + ".endpoint",
                ROOT + ".base",
                ROOT + ".json",
                ROOT + ".key",
                ROOT + ".server",
                ROOT + ".server.protocol");
    }

    @Test
    void theShellKnowsTheClientAndTheNamesOfFunctions() {
        uses(
                APP + ".shell",
                APP + ".shell",
                APP + ".endpoint",
                ROOT + ".base",
                ROOT + ".json",
                ROOT + ".key",
                ROOT + ".query.function",
                ROOT + ".server.protocol");
    }

    @Test
    void transfersKnowTheClientAndValues() {
        uses(APP + ".transfer", APP + ".transfer", APP + ".endpoint", ROOT + ".base", ROOT + ".json", ROOT + ".key");
    }

    @Test
    void whatEmulatorsTakeIsTranslatedIntoSettings() {
        uses(APP + ".emulator", APP + ".emulator", ROOT + ".base", ROOT + ".server");
    }

    @Test
    void theLineEditorIsKnownToTheShellAlone() {
        noClasses()
                .that()
                .resideOutsideOfPackage(APP + ".shell")
                .and()
                .doNotHaveSimpleName("ShellCommand")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.jline..")
                .check(CLASSES);
    }
}
