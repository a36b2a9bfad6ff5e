# shellcheck shell=bash
# Sourced by cluster.sh: etcd, API server, controller manager, scheduler.

start_control_plane() {
  # The state is thrown away with the cluster: no need to wait for disks.
  start etcd etcd --unsafe-no-fsync --log-level=warn --data-dir="$RUN/etcd" \
    --listen-client-urls=http://127.0.0.1:2379 --advertise-client-urls=http://127.0.0.1:2379 \
    --listen-peer-urls=http://127.0.0.1:2380 --initial-advertise-peer-urls=http://127.0.0.1:2380 \
    --initial-cluster=default=http://127.0.0.1:2380
  start kube-apiserver kube-apiserver --etcd-servers=http://127.0.0.1:2379 \
    --bind-address=0.0.0.0 --advertise-address="$CONTROL_PLANE" --secure-port=6443 --service-cluster-ip-range="$SERVICES" \
    --authorization-mode=Node,RBAC --enable-admission-plugins=NodeRestriction --allow-privileged=true \
    --client-ca-file="$PKI/ca.crt" --tls-cert-file="$PKI/apiserver.crt" --tls-private-key-file="$PKI/apiserver.key" \
    --kubelet-client-certificate="$PKI/apiserver-kubelet.crt" --kubelet-client-key="$PKI/apiserver-kubelet.key" \
    --kubelet-certificate-authority="$PKI/ca.crt" --kubelet-preferred-address-types=InternalIP \
    --service-account-key-file="$PKI/sa.pub" --service-account-signing-key-file="$PKI/sa.key" \
    --service-account-issuer=https://kubernetes.default.svc.cluster.local \
    --enable-aggregator-routing=true --requestheader-client-ca-file="$PKI/front-proxy-ca.crt" \
    --requestheader-allowed-names=front-proxy-client --requestheader-username-headers=X-Remote-User \
    --requestheader-group-headers=X-Remote-Group --requestheader-extra-headers-prefix=X-Remote-Extra- \
    --proxy-client-cert-file="$PKI/front-proxy.crt" --proxy-client-key-file="$PKI/front-proxy.key"
  await kube-apiserver 120 "API server ready" kubectl get --raw /readyz
  # 20 s without a word from a kubelet make a node NotReady: tests wait for that.
  start kube-controller-manager kube-controller-manager --bind-address=127.0.0.1 --leader-elect=false \
    --kubeconfig="$RUN/controller-manager.kubeconfig" --authentication-kubeconfig="$RUN/controller-manager.kubeconfig" \
    --authorization-kubeconfig="$RUN/controller-manager.kubeconfig" --use-service-account-credentials=true \
    --service-account-private-key-file="$PKI/sa.key" --root-ca-file="$PKI/ca.crt" --client-ca-file="$PKI/ca.crt" \
    --cluster-signing-cert-file="$PKI/ca.crt" --cluster-signing-key-file="$PKI/ca.key" \
    --node-monitor-grace-period=20s --kube-api-qps=200 --kube-api-burst=400
  start kube-scheduler kube-scheduler --bind-address=127.0.0.1 --leader-elect=false \
    --kubeconfig="$RUN/scheduler.kubeconfig" --authentication-kubeconfig="$RUN/scheduler.kubeconfig" \
    --authorization-kubeconfig="$RUN/scheduler.kubeconfig"
}

await_control_plane() {
  await kube-controller-manager 60 "controller manager healthy" curl --noproxy '*' -ksf https://127.0.0.1:10257/healthz
  await kube-scheduler 60 "scheduler healthy" curl --noproxy '*' -ksf https://127.0.0.1:10259/healthz
  await kube-controller-manager 60 "default service account" kubectl get serviceaccount default
}

stop_control_plane() {
  local process
  for process in kube-scheduler kube-controller-manager kube-apiserver etcd; do
    kill_process "$process"
  done
}
