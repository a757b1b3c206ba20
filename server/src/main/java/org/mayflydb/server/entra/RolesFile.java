package org.mayflydb.server.entra;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.base.FileFailures;
import org.mayflydb.base.UnavailableException;
import org.mayflydb.json.JsonArray;
import org.mayflydb.json.JsonNull;
import org.mayflydb.json.JsonObject;
import org.mayflydb.json.JsonString;
import org.mayflydb.json.JsonValue;
import org.mayflydb.server.auth.DataAction;

/**
 * Reads role definitions and assignments as Azure's command line writes and reads them; the letter case of member names does
 * not matter. What would restrict a role is never passed over.
 */
final class RolesFile {
    private static final int BYTES_MAX = 4 << 20;
    private static final Pattern RESOURCE = Pattern.compile(
            "/subscriptions/[^/]+/resourceGroups/[^/]+/providers/Microsoft\\.DocumentDB/databaseAccounts/[^/]+(/.*)?",
            Pattern.CASE_INSENSITIVE);
    private static final String BUILT_IN = "BuiltInRole";
    private static final Set<String> FILE = Set.of("roledefinitions", "roleassignments");
    private static final Set<String> DEFINITION = Set.of(
            "id", "name", "resourcegroup", "rolename", "type", "typepropertiestype", "assignablescopes", "permissions");
    private static final Set<String> PERMISSION = Set.of("dataactions", "notdataactions");
    private static final Set<String> ASSIGNMENT = Set.of(
            "id", "name", "resourcegroup", "type", "principalid", "roledefinitionid", "roledefinitionname", "scope");

    private final Map<String, Roles.Definition> byId = new HashMap<>();
    private final Map<String, Roles.Definition> byName = new HashMap<>();
    private final Map<String, List<Grants.Grant>> byPrincipal = new HashMap<>();

    private RolesFile() {
        for (BuiltInRole role : BuiltInRole.values()) {
            add(role.definition());
        }
    }

    /** @throws UnavailableException if the file cannot be used; the message says why */
    static Roles read(Path path) {
        try (InputStream in = Files.newInputStream(path)) {
            byte[] json = in.readNBytes(BYTES_MAX + 1);
            if (json.length > BYTES_MAX) {
                throw refused("it has more than " + BYTES_MAX + " bytes");
            }
            return parse(json);
        } catch (IOException failure) {
            throw new UnavailableException(
                    "The roles of entra-roles cannot be read: " + FileFailures.describe(failure), failure);
        } catch (BadRequestException failure) {
            throw new UnavailableException(
                    "The roles of entra-roles (" + path + ") cannot be used: " + failure.getMessage(), failure);
        }
    }

    /** @throws BadRequestException if these are not roles; the message says why */
    static Roles parse(byte[] json) {
        RolesFile file = new RolesFile();
        Map<String, JsonValue> members = members(JsonValue.parse(json), FILE, "the file");
        for (JsonValue definition : array(members, "roledefinitions")) {
            Map<String, JsonValue> described = members(definition, DEFINITION, "a role definition");
            // Azure lists the built-in roles, too, which are the same everywhere.
            if (!text(described, "type").equals(BUILT_IN)
                    && !text(described, "typepropertiestype").equals(BUILT_IN)) {
                file.add(definition(described));
            }
        }
        for (JsonValue assignment : array(members, "roleassignments")) {
            file.assign(members(assignment, ASSIGNMENT, "a role assignment"));
        }
        return new Roles(file.byPrincipal);
    }

    private void add(Roles.Definition definition) {
        if (byId.put(definition.id().toLowerCase(Locale.ROOT), definition) != null
                || byName.put(definition.name(), definition) != null) {
            throw refused("two role definitions have the same id or name: " + definition.name());
        }
    }

    private static Roles.Definition definition(Map<String, JsonValue> members) {
        String name = text(members, "rolename");
        if (name.isEmpty()) {
            throw refused("a role definition has no roleName");
        }
        Set<DataScope> scopes = new HashSet<>();
        for (String scope : texts(members, "assignablescopes")) {
            scopes.add(scope(scope));
        }
        Set<DataAction> actions = EnumSet.noneOf(DataAction.class);
        for (JsonValue permission : array(members, "permissions")) {
            Map<String, JsonValue> lists = members(permission, PERMISSION, "a permission");
            if (!texts(lists, "notdataactions").isEmpty()) {
                throw refused("notDataActions, in the role " + name + ", are not supported");
            }
            for (String action : texts(lists, "dataactions")) {
                Set<DataAction> named = DataAction.named(action);
                if (named == null) {
                    throw refused("The provided data action string [" + action
                            + "] does not correspond to any valid SQL data action");
                }
                actions.addAll(named);
            }
        }
        String id = text(members, "id").isEmpty() ? text(members, "name") : text(members, "id");
        return new Roles.Definition(id.isEmpty() ? name : lastSegment(id), name, scopes, actions);
    }

    private void assign(Map<String, JsonValue> members) {
        String principal = text(members, "principalid");
        String id = lastSegment(text(members, "roledefinitionid"));
        String name = text(members, "roledefinitionname");
        Roles.Definition role = id.isEmpty() ? byName.get(name) : byId.get(id.toLowerCase(Locale.ROOT));
        if (role == null) {
            throw refused("there is no role definition [" + (id.isEmpty() ? name : id) + "]");
        }
        if (principal.isEmpty() || !members.containsKey("scope")) {
            throw refused("a role assignment has no principalId or no scope");
        }
        DataScope scope = scope(text(members, "scope"));
        if (!role.isAssignable(scope)) {
            throw refused("the scope [" + text(members, "scope") + "] is not within the assignable scopes of the role "
                    + role.name());
        }
        byPrincipal
                .computeIfAbsent(principal.toLowerCase(Locale.ROOT), none -> new ArrayList<>())
                .add(new Grants.Grant(scope, role.actions()));
    }

    /** A scope alone, or the whole resource id that Azure shows. */
    private static DataScope scope(String text) {
        Matcher resource = RESOURCE.matcher(text);
        String inAccount = resource.matches() ? resource.group(1) : text;
        DataScope scope = text.isEmpty() ? null : DataScope.parse(inAccount == null ? "/" : inAccount);
        if (scope == null) {
            throw refused("[" + text + "] is not one of the scopes /, /dbs/{db} and /dbs/{db}/colls/{c}");
        }
        return scope;
    }

    private static String lastSegment(String id) {
        return id.substring(id.lastIndexOf('/') + 1);
    }

    private static Map<String, JsonValue> members(JsonValue value, Set<String> known, String what) {
        if (!(value instanceof JsonObject object)) {
            throw refused(what + " is not a JSON object");
        }
        Map<String, JsonValue> members = new TreeMap<>();
        object.members().forEach((name, member) -> {
            String lowerCase = name.toLowerCase(Locale.ROOT);
            if (!known.contains(lowerCase) || members.containsKey(lowerCase)) {
                throw refused(what + " has a member that is unknown or repeated: " + name);
            }
            if (!(member instanceof JsonNull)) {
                members.put(lowerCase, member);
            }
        });
        return members;
    }

    private static List<JsonValue> array(Map<String, JsonValue> members, String name) {
        JsonValue value = members.getOrDefault(name, new JsonArray(List.of()));
        if (value instanceof JsonArray array) {
            return array.elements();
        }
        throw refused(name + " is not an array");
    }

    private static List<String> texts(Map<String, JsonValue> members, String name) {
        List<String> texts = new ArrayList<>();
        for (JsonValue element : array(members, name)) {
            if (!(element instanceof JsonString text)) {
                throw refused(name + " is not an array of strings");
            }
            texts.add(text.value());
        }
        return texts;
    }

    private static String text(Map<String, JsonValue> members, String name) {
        return members.get(name) instanceof JsonString text ? text.value() : "";
    }

    private static BadRequestException refused(String reason) {
        return new BadRequestException(reason + ".");
    }
}
