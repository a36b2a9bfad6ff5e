#!/usr/bin/env bash
# Checks that a fresh `cluster.sh up 2` is a real Kubernetes: run it after a change of versions or scripts.
set -euo pipefail
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=../lib/home.sh
source "$HERE/../lib/home.sh"
RUN=${K8S_RUN:-$CLUSTER_HOME/run}
export KUBECONFIG=$RUN/admin.kubeconfig PATH=$BIN:$PATH
OUT=$(mktemp -d)
trap 'rm -rf "$OUT"' EXIT
passed=0

verdict() { # STATUS WHAT
  if [ "$1" = 0 ]; then
    passed=$((passed + 1))
    echo "ok    $2"
  else
    echo "FAIL  $2"
    cat "$OUT/out"
    exit 1
  fi
}

ok() { # WHAT COMMAND...
  local what=$1 status=0
  shift
  "$@" >"$OUT/out" 2>&1 || status=$?
  verdict "$status" "$what"
}

refused() { # WHAT WORDS COMMAND...: the command fails and says WORDS
  local what=$1 words=$2 status=1
  shift 2
  "$@" >"$OUT/out" 2>&1 || grep -q "$words" "$OUT/out" && status=0
  verdict "$status" "$what"
}

widget() { # NAME MIN MAX SPEC_NAME
  kubectl apply -f - <<YAML
apiVersion: smoke.kvreshard.io/v1
kind: Widget
metadata: {name: $1}
spec: {min: $2, max: $3, name: $4}
YAML
}

logged() { # WORDS WORKLOAD
  local _
  for _ in {1..50}; do
    kubectl logs "$2" | grep "$1" && return
    sleep 0.2
  done
  return 1
}

# A webhook that is a pod, reached by the API server through its Service.
webhook() {
  (
    cd "$OUT"
    openssl ecparam -name prime256v1 -genkey -noout -out tls.key
    openssl req -new -key tls.key -subj /CN=hook -out csr
    openssl x509 -req -in csr -CA "$RUN/pki/ca.crt" -CAkey "$RUN/pki/ca.key" -CAcreateserial -days 30 -out tls.crt \
      -extfile <(echo subjectAltName=DNS:hook.default.svc)
    kubectl create secret tls hook --cert=tls.crt --key=tls.key
  )
  kubectl apply -f "$HERE/webhook-server.yaml"
  kubectl rollout status deploy/hook --timeout=30s
  sed "s/CA_BUNDLE/$(base64 -w0 <"$RUN/pki/ca.crt")/" "$HERE/webhook.yaml" | kubectl apply -f -
}

eventually_refused() { # WORDS COMMAND...: within 10 s, as a new admission rule takes a moment to hold
  local words=$1 _
  shift
  for _ in {1..50}; do
    "$@" --dry-run=server >"$OUT/words" 2>&1 || ! grep -q "$words" "$OUT/words" || return 0
    sleep 0.2
  done
  cat "$OUT/words"
  return 1
}

kubectl apply -f "$HERE/crd.yaml" -f "$HERE/workload.yaml" -f "$HERE/../coredns.yaml" -f "$HERE/tool.yaml" >/dev/null
ok "custom resource" kubectl wait --for=condition=Established crd/widgets.smoke.kvreshard.io --timeout=20s
ok "its object" widget a 1 5 one
refused "CEL rule" "min must not exceed max" widget b 9 5 one
refused "CEL transition rule" "name is immutable" widget a 1 5 two
ok "deployment" kubectl rollout status deploy/web --timeout=60s
ok "daemonset" kubectl rollout status ds/agent --timeout=60s
ok "coredns" kubectl -n kube-system rollout status deploy/coredns --timeout=60s
ok "pods ready" kubectl wait --for=condition=Ready pod/tool pod/hostpod pod/hp --timeout=30s
ok "logs" logged tick ds/agent
urls=$(kubectl get pod -l app=web -o 'jsonpath={range .items[*]}http://{.status.podIP}:8080/ {end}')
# shellcheck disable=SC2086
ok "pod to pod, both nodes" kubectl exec tool -- /tool get $urls
ok "service by DNS name" kubectl exec tool -- /tool get http://web.default.svc.cluster.local/
ok "pod to API server" kubectl exec tool -- /tool get https://kubernetes.default.svc/readyz
ok "nodePort" curl -sf --noproxy '*' -m 3 http://10.88.0.12:30080/
ok "hostPort" curl -sf --noproxy '*' -m 3 http://10.88.0.11:18081/
ok "OOM kill" kubectl wait pod/hog --for='jsonpath={.status.containerStatuses[0].state.terminated.reason}=OOMKilled' --timeout=20s
ok "webhook installed" webhook
ok "webhook in a pod" eventually_refused "denied by the pod" kubectl create configmap plain
kubectl delete validatingwebhookconfiguration hook >/dev/null
kubectl apply -f "$HERE/vap.yaml" >/dev/null
ok "admission policy" eventually_refused "configmaps need an owner label" kubectl create configmap plain
kubectl delete -f "$HERE/vap.yaml" >/dev/null
echo "$passed passed, 0 failed"
