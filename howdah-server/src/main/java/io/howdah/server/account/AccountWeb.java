// SPDX-License-Identifier: Apache-2.0
package io.howdah.server.account;

import io.howdah.internal.db.Db;
import io.howdah.limit.Limits;
import io.howdah.spring.HowdahProperties;
import io.howdah.web.ReadStore;
import io.howdah.web.access.Callers;
import io.howdah.web.access.Journal;
import io.howdah.web.access.Permission;
import io.howdah.web.api.ApiPart;
import io.howdah.web.console.Pages;
import io.howdah.web.console.Section;
import io.howdah.web.console.Templates;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Accounts, keys and the audit, over HTTP. */
@Configuration(proxyBeanMethods = false)
@Import({
    LoginPages.class,
    LinkPages.class,
    UserPages.class,
    UsersApi.class,
    KeyPages.class,
    KeysApi.class,
    AuditApi.class,
    AuditPages.class,
    OidcPages.class
})
public final class AccountWeb {
    AccountWeb() {}

    @Bean
    Templates serverTemplates() {
        return new Templates(AccountWeb.class, "io.howdah.server.templates");
    }

    @Bean
    Accounts accounts(Db howdahReads, LoginWays ways) {
        return new Accounts(howdahReads, ways);
    }

    @Bean
    PasswordLogins passwordLogins(AccountStore accountStore, LoginWays ways, Limits limits) {
        return new PasswordLogins(accountStore, ways, limits);
    }

    @Bean
    LoginCookies loginCookies(SessionStore sessions, Pages pages) {
        return new LoginCookies(sessions, pages);
    }

    @Bean
    OidcLogins oidcLogins(Db howdahReads, LoginWays ways) {
        return new OidcLogins(howdahReads, ways);
    }

    @Bean
    AccountStore accountStore(Db howdahReads) {
        return new AccountStore(howdahReads);
    }

    @Bean
    SessionStore sessionStore(Db howdahReads) {
        return new SessionStore(howdahReads);
    }

    @Bean
    Users users(Db howdahReads, Accounts accounts, AccountStore accountStore, SessionStore sessionStore) {
        return new Users(howdahReads, accounts, accountStore, sessionStore);
    }

    @Bean
    ApiPart accountsPart() {
        return new ApiPart(AccountWeb.class, "openapi/accounts.yaml");
    }

    @Bean
    Keys keys(Db howdahReads) {
        return new Keys(howdahReads);
    }

    @Bean
    AuditStore auditStore(Db howdahReads, ReadStore reads) {
        return new AuditStore(howdahReads, reads);
    }

    @Bean
    Callers callers(SessionStore sessions) {
        return new SessionCallers(sessions);
    }

    @Bean
    Journal journal(AuditStore store, HowdahProperties properties) {
        return new DatabaseJournal(store, properties.name());
    }

    @Bean
    Section usersSection() {
        return new Section("Users", "/users", 'u', 90, Permission.ADMINISTER);
    }

    @Bean
    Section keysSection() {
        return new Section("Keys", "/keys", 'k', 91, Permission.ADMINISTER);
    }

    @Bean
    Section auditSection() {
        return new Section("Audit", "/audit", 'a', 92, Permission.ADMINISTER);
    }
}
