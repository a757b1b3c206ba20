package org.mayflydb.server.entra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mayflydb.base.BadRequestException;
import org.mayflydb.server.auth.DataAction;

class RolesFileTest {
    private static final String ACCOUNT =
            "/subscriptions/s/resourceGroups/g/providers/Microsoft.DocumentDB/databaseAccounts/a";
    private static final DataScope CONTAINER = new DataScope("db", "c");

    private static Roles parse(String json) {
        return RolesFile.parse(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    private static Grants grants(String json) {
        return parse(json).of("ann", List.of());
    }

    private static String assignment(String role, String scope) {
        return "{'roleAssignments':[{'roleDefinitionId':'" + role + "','principalId':'ANN','scope':'" + scope + "'}]}";
    }

    private static String definition(String actions, String scopes, String assigned) {
        return "{'roleDefinitions':[{'RoleName':'mine','Type':'CustomRole','AssignableScopes':[" + scopes
                + "],'Permissions':[{'DataActions':[" + actions
                + "]}]}],'roleAssignments':[{'roleDefinitionName':'mine',"
                + "'principalId':'ann','scope':'" + assigned + "'}]}";
    }

    private static void refused(String json, String reason) {
        assertThatThrownBy(() -> parse(json))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void rolesApplyInTheirScopeOnly() {
        Grants grants = grants(assignment("00000000-0000-0000-0000-000000000001", "/dbs/db"));
        assertThat(grants.allows(DataAction.READ, CONTAINER)).isTrue();
        assertThat(grants.allows(DataAction.CREATE, CONTAINER)).isFalse();
        assertThat(grants.allows(DataAction.READ, new DataScope("dbx", "c"))).isFalse();
        assertThat(grants.allows(DataAction.READ_METADATA, DataScope.ACCOUNT)).isFalse();
    }

    @Test
    void whatAzureListsCanBePasted() {
        Grants grants = grants("{'roleDefinitions':[{'assignableScopes':['" + ACCOUNT + "'],'id':'" + ACCOUNT
                + "/sqlRoleDefinitions/00000000-0000-0000-0000-000000000002','name':"
                + "'00000000-0000-0000-0000-000000000002','permissions':[{'dataActions':['x'],'notDataActions':[]}],"
                + "'resourceGroup':'g','roleName':'Cosmos DB Built-in Data Contributor','type':"
                + "'Microsoft.DocumentDB/databaseAccounts/sqlRoleDefinitions','typePropertiesType':'BuiltInRole'}],"
                + "'roleAssignments':[{'id':'i','name':'n','principalId':'ann','resourceGroup':'g','roleDefinitionId':'"
                + ACCOUNT + "/sqlRoleDefinitions/00000000-0000-0000-0000-000000000002','scope':'" + ACCOUNT
                + "/dbs/db','type':'t'}]}");
        assertThat(grants.allows(DataAction.CREATE, CONTAINER)).isTrue();
        assertThat(grants.allows(DataAction.CREATE, DataScope.ACCOUNT)).isFalse();
    }

    @Test
    void wildcardsMeanTheActionsOfTheirLevel() {
        String prefix = "'Microsoft.DocumentDB/databaseAccounts/sqlDatabases/containers/";
        Grants items = grants(definition(prefix + "items/*'", "'/'", "/"));
        assertThat(items.allows(DataAction.DELETE, CONTAINER)).isTrue();
        assertThat(items.allows(DataAction.EXECUTE_QUERY, CONTAINER)).isFalse();
        Grants container = grants(definition(prefix + "*'", "'/'", "/"));
        assertThat(container.allows(DataAction.EXECUTE_QUERY, CONTAINER)).isTrue();
        assertThat(container.allows(DataAction.DELETE, CONTAINER)).isFalse();
        assertThat(container.allows(DataAction.READ_METADATA, CONTAINER)).isFalse();
        refused(
                definition("'Microsoft.DocumentDB/*'", "'/'", "/"),
                "The provided data action string [Microsoft.DocumentDB/*] does not correspond to any valid SQL data action");
    }

    @Test
    void anAssignmentMustLieWithinAnAssignableScope() {
        String read = "'Microsoft.DocumentDB/databaseAccounts/readMetadata'";
        assertThat(grants(definition(read, "'/dbs/db'", "/dbs/db/colls/c")).allows(DataAction.READ_METADATA, CONTAINER))
                .isTrue();
        refused(definition(read, "'/dbs/db'", "/"), "is not within the assignable scopes of the role mine");
        refused(definition(read, "", "/"), "is not within the assignable scopes");
    }

    @Test
    void whatIsNotUnderstoodIsRefused() {
        refused("[]", "the file is not a JSON object");
        refused("{'roleAssignment':[]}", "a member that is unknown or repeated: roleAssignment");
        refused(assignment("none", "/"), "there is no role definition [none]");
        refused(assignment("00000000-0000-0000-0000-000000000001", ""), "is not one of the scopes");
        refused(assignment("00000000-0000-0000-0000-000000000001", "/dbs"), "is not one of the scopes");
        refused(assignment("00000000-0000-0000-0000-000000000001", "/dbs/db/colls/c/docs"), "is not one of the scopes");
        refused(
                "{'roleDefinitions':[{'roleName':'r','permissions':[{'notDataActions':['x']}]}]}",
                "notDataActions, in the role r, are not supported");
    }
}
