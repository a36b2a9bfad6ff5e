package io.kvreshard.crd.testing;

import io.fabric8.kubernetes.client.KubernetesClient;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests a real kube-apiserver with this project's CRDs: parameters of type {@link ApiServer}
 * or {@link KubernetesClient} (of an administrator; not to be closed). One server serves the whole
 * JVM, so tests keep apart by {@link ApiServer#newNamespace namespaces} of their own.
 */
public final class ApiServerExtension implements BeforeAllCallback, ParameterResolver {
  @Override
  public void beforeAll(ExtensionContext context) {
    var _ = ApiServer.shared();
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    var type = parameter.getParameter().getType();
    return type == ApiServer.class || type == KubernetesClient.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    var server = ApiServer.shared();
    return parameter.getParameter().getType() == ApiServer.class ? server : server.client();
  }
}
