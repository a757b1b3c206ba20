package org.mayflydb.catalog;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonValue;
import org.mayflydb.key.DocumentPath;

/**
 * The service's rules for vector and full-text policies and their indexes. Requests are checked, stored containers are not:
 * an earlier release may have accepted more.
 */
public final class SearchPolicies {
    private SearchPolicies() {}

    /** Checks the policies of a container that is created. */
    public static void check(ContainerProperties properties) {
        VectorPolicyRules.check(properties);
        FullTextPolicyRules.check(properties);
    }

    /** Checks the policies of a container that is replaced. */
    public static void checkReplace(ContainerProperties current, ContainerProperties properties) {
        check(properties);
        VectorPolicyRules.checkUnchanged(current, properties);
    }

    static List<PolicyReader> readers(String name, List<JsonValue> elements) {
        List<PolicyReader> readers = new ArrayList<>();
        elements.forEach(element -> readers.add(PolicyReader.of(name, element)));
        return readers;
    }

    /** The elements of a list in a policy of the container; none if there is no such policy. */
    static List<PolicyReader> readers(ContainerProperties properties, String policy, String list) {
        JsonValue value = properties.keptPolicies().get(policy);
        return value == null ? List.of() : PolicyReader.of(policy, value).objects(list);
    }

    /** Whether a text names a property: neither wildcards nor the elements of arrays can be searched. */
    static boolean isPath(@Nullable String text) {
        if (text == null) {
            return false;
        }
        try {
            List<String> names = DocumentPath.parse(text).segments();
            return names.stream().noneMatch(name -> name.equals("*") || name.equals("?") || name.equals("[]"));
        } catch (BadRequestException noPath) {
            return false;
        }
    }
}
