#!/usr/bin/env bash
# Starts mongod with users. The members of a replica set authenticate to each other by a key file, which only the
# server's user may read; compose passes the key as a variable.
set -euo pipefail
umask 077
key=/tmp/replica-set.key
# In /tmp, root may be refused to open a file of another user: that of this container's previous start.
rm --force "$key"
printf '%s' "$MONGO_REPLICA_KEY" > "$key"
chown mongodb:mongodb "$key"
exec docker-entrypoint.sh mongod --replSet rs0 --keyFile "$key" --bind_ip_all
