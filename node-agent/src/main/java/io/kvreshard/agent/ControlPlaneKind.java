package io.kvreshard.agent;

import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.kvreshard.agent.publish.Publisher.Pods;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.crd.control.DirectoryControlPlane;
import io.kvreshard.crd.control.KubernetesControlPlane;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Where the objects are. */
sealed interface ControlPlaneKind {
  /** Opens it. */
  ControlPlane open();

  /** Whether pods are objects there. */
  Pods pods();

  /** The API server that the pod's service account, or the kubeconfig, leads to. */
  record Kubernetes() implements ControlPlaneKind {
    private static final String FIELD_MANAGER = "kvreshard-agent";

    @Override
    public ControlPlane open() {
      return new KubernetesControlPlane(new KubernetesClientBuilder().build(), FIELD_MANAGER);
    }

    @Override
    public Pods pods() {
      return Pods.OBJECTS;
    }
  }

  /** A folder that processes of one machine share. */
  record Directory(Path root) implements ControlPlaneKind {
    @Override
    public ControlPlane open() {
      return new DirectoryControlPlane(root);
    }

    @Override
    public Pods pods() {
      return Pods.NAMES_ONLY;
    }
  }

  /** From the command line. */
  final class Converter implements ITypeConverter<ControlPlaneKind> {
    private static final String DIRECTORY = "directory:";

    @Override
    public ControlPlaneKind convert(String value) {
      if (value.equals("kubernetes")) {
        return new Kubernetes();
      }
      if (value.startsWith(DIRECTORY) && value.length() > DIRECTORY.length()) {
        return new Directory(Path.of(value.substring(DIRECTORY.length())));
      }
      throw new TypeConversionException(
          "'%s' is neither kubernetes nor directory:PATH".formatted(value));
    }
  }
}
