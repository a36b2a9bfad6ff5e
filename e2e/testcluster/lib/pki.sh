# shellcheck shell=bash
# Sourced by cluster.sh: the cluster's certificates and kubeconfigs.

make_pki() {
  authority ca
  authority front-proxy-ca
  key sa
  openssl ec -in "$PKI/sa.key" -pubout -out "$PKI/sa.pub" 2>/dev/null
  certificate apiserver ca /CN=kube-apiserver serverAuth "IP:127.0.0.1,IP:$CONTROL_PLANE,IP:$API_SERVICE,DNS:localhost$(
    printf ',DNS:%s' kubernetes kubernetes.default kubernetes.default.svc kubernetes.default.svc.cluster.local
  )"
  certificate apiserver-kubelet ca /O=system:masters/CN=kube-apiserver-kubelet-client clientAuth
  certificate front-proxy front-proxy-ca /CN=front-proxy-client clientAuth
  certificate admin ca /O=system:masters/CN=admin clientAuth
  certificate controller-manager ca /CN=system:kube-controller-manager clientAuth
  certificate scheduler ca /CN=system:kube-scheduler clientAuth
  certificate proxy ca /CN=system:kube-proxy clientAuth
  kubeconfig admin 127.0.0.1 >"$KUBECONFIG"
  kubeconfig controller-manager 127.0.0.1 >"$RUN/controller-manager.kubeconfig"
  kubeconfig scheduler 127.0.0.1 >"$RUN/scheduler.kubeconfig"
  kubeconfig proxy "$CONTROL_PLANE" >"$RUN/proxy.kubeconfig"
  say "certificates"
}

key() { # NAME
  openssl ecparam -name prime256v1 -genkey -noout -out "$PKI/$1.key"
}

authority() { # NAME
  key "$1"
  openssl req -x509 -new -key "$PKI/$1.key" -subj "/CN=$1" -days 3650 -out "$PKI/$1.crt" \
    -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign,cRLSign,digitalSignature
}

certificate() { # NAME AUTHORITY SUBJECT USAGE [SUBJECT_ALT_NAME]
  local extensions="keyUsage=critical,digitalSignature
extendedKeyUsage=$4${5:+
subjectAltName=$5}"
  key "$1"
  openssl req -new -key "$PKI/$1.key" -subj "$3" |
    openssl x509 -req -CA "$PKI/$2.crt" -CAkey "$PKI/$2.key" -CAcreateserial -days 3650 -out "$PKI/$1.crt" \
      -extfile <(echo "$extensions") 2>/dev/null
}

kubeconfig() { # CERTIFICATE API_SERVER_HOST
  cat <<YAML
apiVersion: v1
kind: Config
clusters: [{name: kvreshard, cluster: {server: "https://$2:6443", certificate-authority-data: $(base64 -w0 "$PKI/ca.crt")}}]
users: [{name: $1, user: {client-certificate-data: $(base64 -w0 "$PKI/$1.crt"), client-key-data: $(base64 -w0 "$PKI/$1.key")}}]
contexts: [{name: kvreshard, context: {cluster: kvreshard, user: $1}}]
current-context: kvreshard
YAML
}
