{{- define "kvreshard.labels" -}}
app.kubernetes.io/part-of: kvreshard
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- /* Image of a component: include "kvreshard.image" (list . "agent") */ -}}
{{- define "kvreshard.image" -}}
{{- $root := index . 0 -}}
{{- $registry := required "image.registry is empty: set it to where the images operator and agent were pushed (docs/installation.md)" $root.Values.image.registry -}}
{{ $registry }}/{{ index . 1 }}:{{ $root.Values.image.tag | default $root.Chart.AppVersion }}
{{- end }}

{{- define "kvreshard.pullSecrets" -}}
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end }}

{{- define "kvreshard.tlsSecret" -}}
{{ .Values.tls.existingSecret | default "kvreshard-agent-tls" }}
{{- end }}
