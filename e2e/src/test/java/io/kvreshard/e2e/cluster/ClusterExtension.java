package io.kvreshard.e2e.cluster;

import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.LifecycleMethodExecutionExceptionHandler;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.support.TypeBasedParameterResolver;

/**
 * Gives tests an {@link Installation}: one for all test classes of a run, closed at its end. After
 * a failure it keeps what is known about it.
 */
public final class ClusterExtension extends TypeBasedParameterResolver<Installation>
    implements AfterTestExecutionCallback, LifecycleMethodExecutionExceptionHandler {
  private static final Namespace OURS = Namespace.create(ClusterExtension.class);

  @Override
  public Installation resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return installation(context);
  }

  @Override
  public void afterTestExecution(ExtensionContext context) {
    if (context.getExecutionException().isPresent()) {
      keep(context);
    }
  }

  @Override
  public void handleBeforeAllMethodExecutionException(ExtensionContext context, Throwable failure)
      throws Throwable {
    keep(context);
    throw failure;
  }

  private static void keep(ExtensionContext context) {
    var test = context.getTestMethod().map(method -> "." + method.getName()).orElse("");
    var name = context.getRequiredTestClass().getSimpleName() + test;
    Diagnostics.collect(installation(context).kubectl(), name);
  }

  private static Installation installation(ExtensionContext context) {
    return context
        .getRoot()
        .getStore(OURS)
        .getOrComputeIfAbsent(Installation.class, key -> Installation.create(), Installation.class);
  }
}
