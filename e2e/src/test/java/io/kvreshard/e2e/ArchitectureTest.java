package io.kvreshard.e2e;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.kvreshard.e2e.cluster.Project;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** What each module may know (DESIGN §2), and what nobody does. */
class ArchitectureTest {
  private static final JavaClasses PRODUCT =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.kvreshard");

  @Test
  void arrowsGoOneWay() {
    layeredArchitecture()
        .consideringOnlyDependenciesInAnyPackage("io.kvreshard..")
        .layer("failpoints")
        .definedBy("io.kvreshard.failpoint..")
        .layer("tracing")
        .definedBy("io.kvreshard.tracing..")
        .layer("posix")
        .definedBy("io.kvreshard.posix..")
        .layer("core")
        .definedBy("io.kvreshard.core..")
        .layer("proto")
        .definedBy("io.kvreshard.proto..")
        .layer("crds")
        .definedBy("io.kvreshard.crd..")
        .layer("operator")
        .definedBy("io.kvreshard.operator..")
        .layer("node-agent")
        .definedBy("io.kvreshard.agent..")
        .layer("sim-engine")
        .definedBy("io.kvreshard.sim..")
        .layer("bench")
        .definedBy("io.kvreshard.bench..")
        .layer("cli")
        .definedBy("io.kvreshard.cli..")
        .whereLayer("failpoints")
        .mayNotAccessAnyLayer()
        .whereLayer("tracing")
        .mayNotAccessAnyLayer()
        .whereLayer("posix")
        .mayNotAccessAnyLayer()
        .whereLayer("core")
        .mayNotAccessAnyLayer()
        .whereLayer("proto")
        .mayNotAccessAnyLayer()
        .whereLayer("crds")
        .mayOnlyAccessLayers("core")
        .whereLayer("operator")
        .mayOnlyAccessLayers("crds", "core", "failpoints", "tracing")
        .whereLayer("node-agent")
        .mayOnlyAccessLayers("crds", "proto", "core", "failpoints", "tracing", "posix")
        .whereLayer("sim-engine")
        .mayOnlyAccessLayers("proto", "core", "failpoints", "tracing", "posix")
        .whereLayer("bench")
        .mayOnlyAccessLayers(
            "operator", "node-agent", "sim-engine", "crds", "proto", "core", "tracing")
        .ensureAllClassesAreContainedInArchitecture()
        .check(PRODUCT);
  }

  @Test
  void coreComputesAndNothingElse() {
    noClasses()
        .that(resideInAPackage("io.kvreshard.core.."))
        .should()
        .dependOnClassesThat(
            not(
                resideInAnyPackage(
                        "io.kvreshard.core..",
                        "java.lang",
                        "java.lang.annotation",
                        "java.lang.invoke",
                        "java.lang.runtime",
                        "java.math",
                        "java.nio",
                        "java.nio.charset",
                        "java.security",
                        "java.time",
                        "java.time.temporal",
                        "java.util",
                        "java.util.function",
                        "java.util.regex",
                        "java.util.stream",
                        "org.jspecify.annotations")
                    // In memory.
                    .or(type(ByteArrayOutputStream.class))))
        .because("decisions are pure functions: no frameworks, no I/O, no threads")
        .check(PRODUCT);
    noClasses()
        .that(resideInAPackage("io.kvreshard.core.."))
        .should()
        .dependOnClassesThat()
        .areAssignableTo(Thread.class)
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(InstantSource.class)
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(Clock.class)
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(Process.class)
        .orShould()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(System.class, "getenv", String.class)
        .because("a decision is repeatable: time and environment are arguments")
        .check(PRODUCT);
  }

  @Test
  void onlyMainsEndTheProcess() {
    noClasses()
        .that()
        .haveSimpleNameNotEndingWith("Main")
        .should()
        .callMethod(System.class, "exit", int.class)
        .orShould()
        .callMethod(Runtime.class, "exit", int.class)
        .orShould()
        .callMethod(Runtime.class, "halt", int.class)
        .check(PRODUCT);
  }

  @Test
  void noTestSleeps() throws IOException {
    var tests = new ClassFileImporter().importPaths(compiledTests());
    assertThat(tests.contain(ArchitectureTest.class.getName())).isTrue();
    noClasses()
        .should()
        .callMethod(Thread.class, "sleep", long.class)
        .orShould()
        .callMethod(Thread.class, "sleep", long.class, int.class)
        .orShould()
        .callMethod(Thread.class, "sleep", java.time.Duration.class)
        .orShould()
        .callMethod(TimeUnit.class, "sleep", long.class)
        .because("one waits for a condition, with a deadline")
        .check(tests);
  }

  @Test
  void everyPackageIsNullMarked() {
    classes()
        .that(not(resideInAnyPackage("io.kvreshard.proto..", "io.kvreshard..jmh_generated")))
        .should(liveInANullMarkedPackage())
        .check(PRODUCT);
  }

  private static ArchCondition<JavaClass> liveInANullMarkedPackage() {
    return new ArchCondition<>("live in a package with @NullMarked") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        if (!type.getPackage().isAnnotatedWith(NullMarked.class)) {
          events.add(
              SimpleConditionEvent.violated(
                  type, type.getPackageName() + " has no package-info.java with @NullMarked"));
        }
      }
    };
  }

  /** The compiled test classes of all modules. */
  private static Path[] compiledTests() throws IOException {
    try (var modules = Files.list(Project.root())) {
      return modules
          .map(module -> module.resolve("target/test-classes"))
          .filter(Files::isDirectory)
          .toArray(Path[]::new);
    }
  }
}
