package io.kvreshard.agent.peer;

import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/** Calls only from agents: the caller's certificate must carry the agents' own DNS name. */
final class AgentsOnly implements ServerInterceptor {
  private static final int DNS_NAME = 2;

  @Override
  public <A, B> ServerCall.Listener<A> interceptCall(
      ServerCall<A, B> call, Metadata headers, ServerCallHandler<A, B> next) {
    SSLSession session = call.getAttributes().get(Grpc.TRANSPORT_ATTR_SSL_SESSION);
    if (session != null && isAgent(session)) {
      return next.startCall(call, headers);
    }
    call.close(
        Status.PERMISSION_DENIED.withDescription(
            "the caller's certificate is not for the DNS name " + PeerTls.AUTHORITY),
        new Metadata());
    return new ServerCall.Listener<>() {};
  }

  private static boolean isAgent(SSLSession session) {
    try {
      if (session.getPeerCertificates()[0] instanceof X509Certificate certificate) {
        Collection<List<?>> names = certificate.getSubjectAlternativeNames();
        return names != null
            && names.stream()
                .anyMatch(
                    name ->
                        name.getFirst().equals(DNS_NAME)
                            && name.getLast().equals(PeerTls.AUTHORITY));
      }
      return false;
    } catch (SSLPeerUnverifiedException | CertificateParsingException e) {
      return false;
    }
  }
}
