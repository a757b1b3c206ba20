package org.mayflydb.conformance;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The classes of the product, without tests. */
final class ProductClasses {
    static final String ROOT = "org.mayflydb";

    static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages(ROOT);

    private ProductClasses() {}

    /** What crosses from one of our packages into another. */
    static Collection<Dependency> dependencies() {
        List<Dependency> crossing = new ArrayList<>();
        for (JavaClass each : ALL) {
            for (Dependency dependency : each.getDirectDependenciesFromSelf()) {
                JavaClass target = dependency.getTargetClass().getBaseComponentType();
                if (target.getPackageName().startsWith(ROOT)
                        && !target.getPackage().equals(each.getPackage())) {
                    crossing.add(dependency);
                }
            }
        }
        return crossing;
    }

    /** The package of a class without what all have in common. */
    static String shortName(JavaClass type) {
        return type.getBaseComponentType().getPackageName().substring(ROOT.length() + 1);
    }
}
