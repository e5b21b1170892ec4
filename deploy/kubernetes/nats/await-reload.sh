#!/usr/bin/env bash
# Waits until every NATS server has loaded its configuration after the last change of users.conf: a kubelet updates the
# mounted file up to two minutes after the ConfigMap. A release that came before would be refused its new subjects.
# AWAIT_SECONDS (300) is the longest time for all servers.
set -euo pipefail

in_namespace=(kubectl --namespace rangavalli)
# Changes of users.conf only: an apply without one leaves the time as it is.
changed=$("${in_namespace[@]}" get configmap rangavalli-nats-users --show-managed-fields --output json |
  jq --raw-output '[.metadata.managedFields[].time] | max | fromdate')
deadline=$((SECONDS + ${AWAIT_SECONDS:-300}))

# Prints when a server loaded its configuration, in seconds since 1970. Its monitoring port is in no Service.
load_time() {
  local output forwarding port
  output=$(mktemp)
  "${in_namespace[@]}" port-forward "pod/$1" :8222 > "$output" &
  forwarding=$!
  for _ in $(seq 50); do
    port=$(sed -n 's/^Forwarding from 127.0.0.1:\([0-9]*\).*/\1/p' "$output")
    [ -n "$port" ] && break
    sleep 0.2
  done
  curl --silent --fail --max-time 10 "http://127.0.0.1:${port:-0}/varz" |
    jq --raw-output '.config_load_time | sub("\\.[0-9]+"; "") | fromdate' || true
  kill "$forwarding" || true
  rm -f "$output"
}

servers=$("${in_namespace[@]}" get pods --selector app.kubernetes.io/name=nats --output 'jsonpath={.items[*].metadata.name}')
[ -n "$servers" ] || { echo 'no NATS server is running' >&2; exit 1; }
for server in $servers; do
  until loaded=$(load_time "$server") && [ "${loaded:-0}" -gt "$changed" ]; do
    if [ "$SECONDS" -ge "$deadline" ]; then
      echo "$server has not loaded users.conf since its change" >&2
      exit 1
    fi
    sleep 2
  done
  echo "$server has the current permissions"
done
