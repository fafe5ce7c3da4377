// SPDX-License-Identifier: Apache-2.0
package io.howdah;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** The direction of packages and the names that are not used. */
class ArchitectureTest {
    private static final String BANNED_NAMES =
            ".*(Impl|Manager|Util|Utils|Helper|Base|Service|DTO|Dto)|Abstract.*|I[A-Z][a-z].*";

    private static final JavaClasses LIBRARY = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> location.contains("/howdah-library/target/"))
            .importPackages("io.howdah");

    /** Features stand side by side; what one may use of another is written here, with its reason in an ADR. */
    private static final ArchRule FEATURES_DO_NOT_KNOW_EACH_OTHER = slices().matching(
                    "io.howdah.(lock|work|job|queue|log|approval|notification|limit|workspace|cluster)..")
            .should()
            .notDependOnEachOther()
            // Jobs and messages are faces of one engine: docs/adr/0010-one-work-engine.md
            .ignoreDependency(resideInAPackage("io.howdah.job.."), resideInAPackage("io.howdah.work.."))
            .ignoreDependency(resideInAPackage("io.howdah.queue.."), resideInAPackage("io.howdah.work.."))
            // A decision does what follows in its own transaction: docs/adr/0022-decisions-start-what-follows.md
            .ignoreDependency(resideInAPackage("io.howdah.approval.."), resideInAPackage("io.howdah.job.."))
            .ignoreDependency(resideInAPackage("io.howdah.approval.."), resideInAPackage("io.howdah.queue.."))
            .ignoreDependency(resideInAPackage("io.howdah.approval.."), resideInAPackage("io.howdah.log.."))
            .ignoreDependency(resideInAPackage("io.howdah.approval.."), resideInAPackage("io.howdah.work.."))
            // Deliveries are work like any other: docs/adr/0023-deliveries-are-work.md
            .ignoreDependency(resideInAPackage("io.howdah.notification.."), resideInAPackage("io.howdah.work.."))
            // A checkout holds a lease, and its commit is fenced by it: docs/adr/0024-workspaces.md
            .ignoreDependency(resideInAPackage("io.howdah.workspace.."), resideInAPackage("io.howdah.lock.."));

    private static final ArchRule INTERNALS_KNOW_NO_FEATURE = noClasses()
            .that()
            .resideInAPackage("io.howdah.internal..")
            .should()
            .dependOnClassesThat(resideInAPackage("io.howdah..")
                    .and(not(resideInAnyPackage("io.howdah.internal..", "io.howdah")))
                    .or(simpleName("Howdah")));

    private static final ArchRule ONLY_THE_FACADE_KNOWS_THE_FACADE = noClasses()
            .that()
            .resideInAPackage("io.howdah.(*)..")
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("io.howdah.Howdah")
            .allowEmptyShould(true);

    private static final ArchRule NO_CYCLES =
            slices().matching("io.howdah.internal.(*)..").should().beFreeOfCycles();

    private static final ArchRule SQL_LIVES_IN_STORES = noClasses()
            .that()
            .resideOutsideOfPackage("io.howdah.internal.db..")
            .and()
            .haveSimpleNameNotEndingWith("Store")
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("io.howdah.internal.db.Sql");

    private static final ArchRule NO_BANNED_NAMES =
            noClasses().should().haveNameMatching(".*\\.(" + BANNED_NAMES + ")");

    private static final ArchRule NO_BANNED_PACKAGES =
            noClasses().should().resideInAnyPackage("..util..", "..common..", "..helper..", "..misc..");

    private static final ArchRule NO_STANDARD_STREAMS =
            noClasses().should().accessField(System.class, "out").orShould().accessField(System.class, "err");

    private static final ArchRule EVERYTHING_IS_NULL_MARKED = classes()
            .should(new ArchCondition<JavaClass>("be in a null-marked package") {
                @Override
                public void check(JavaClass type, ConditionEvents events) {
                    var marked = type.getPackage().isAnnotatedWith(NullMarked.class);
                    events.add(new SimpleConditionEvent(type, marked, type.getName()));
                }
            });

    @Test
    void the_library_keeps_its_rules() {
        assertThat(LIBRARY.size()).isGreaterThan(40);
        for (var rule : new ArchRule[] {
            FEATURES_DO_NOT_KNOW_EACH_OTHER,
            INTERNALS_KNOW_NO_FEATURE,
            ONLY_THE_FACADE_KNOWS_THE_FACADE,
            NO_CYCLES,
            SQL_LIVES_IN_STORES,
            NO_BANNED_NAMES,
            NO_BANNED_PACKAGES,
            NO_STANDARD_STREAMS,
            EVERYTHING_IS_NULL_MARKED
        }) {
            rule.check(LIBRARY);
        }
    }
}
