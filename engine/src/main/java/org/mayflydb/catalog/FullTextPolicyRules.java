package org.mayflydb.catalog;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.json.JsonValue;

/** The service's rules for a container's {@code fullTextPolicy} and its full-text indexes. */
final class FullTextPolicyRules {
    private static final String POLICY = "fullTextPolicy";

    /** English, by its name and by its number; the service's previews know more languages. */
    private static final Set<String> LANGUAGES = Set.of("en-US", "1033");

    /** Settings of a preview that changes how texts are split into words. */
    private static final List<String> UNSUPPORTED = List.of(
            "package", "defaultSpec", "tokenizer", "filters", "stopWordListKind", "addStopWords", "removeStopWords");

    private FullTextPolicyRules() {}

    static void check(ContainerProperties properties) {
        JsonValue value = properties.keptPolicies().get(POLICY);
        Set<String> paths = new HashSet<>();
        if (value != null) {
            PolicyReader policy = PolicyReader.of(POLICY, value);
            refuseUnsupported(policy);
            checkLanguage(policy.findText("defaultLanguage"));
            for (PolicyReader path : policy.objects("fullTextPaths")) {
                refuseUnsupported(path);
                String text = path.findText("path");
                if (!SearchPolicies.isPath(text)) {
                    throw new BadRequestException("The Full Text Policy contains an invalid Path: " + text);
                }
                checkLanguage(path.findText("language"));
                paths.add(text);
            }
        }
        checkIndexes(
                SearchPolicies.readers(
                        "fullTextIndexes", properties.indexingPolicy().fullTextIndexes()),
                paths);
    }

    private static void refuseUnsupported(PolicyReader reader) {
        for (String name : UNSUPPORTED) {
            if (reader.find(name) != null) {
                throw new BadRequestException("'" + name + "' in '" + reader.what() + "' is not supported.");
            }
        }
    }

    private static void checkLanguage(@Nullable String language) {
        if (language != null && !LANGUAGES.contains(language)) {
            throw new BadRequestException("The Full Text Policy contains an unsupported language " + language
                    + ". Supported languages are: \"en-US\".");
        }
    }

    private static void checkIndexes(List<PolicyReader> indexes, Set<String> paths) {
        for (int i = 0; i < indexes.size(); i++) {
            String path = indexes.get(i).findText("path");
            if (path == null) {
                throw new BadRequestException("Missing path in full-text index specification at index (" + i + ")");
            }
            indexes.get(i).allowOnly(Set.of("path"));
            if (!SearchPolicies.isPath(path)) {
                throw new BadRequestException(
                        "Full-text index specification at index (" + i + ") contains invalid path");
            }
            if (!paths.contains(path)) {
                throw new BadRequestException("The path of the Full Text Index " + path
                        + " does not match the path specified in the Full Text Policy");
            }
        }
    }
}
