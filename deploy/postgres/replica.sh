#!/bin/sh
# Starts the container of the replica: copies the primary if there is no copy yet, and follows it. Reads PGHOST and PGPASSWORD.
set -e
copy="$PGDATA.copy"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  rm -rf "$copy"
  until pg_basebackup --pgdata="$copy" --write-recovery-conf --slot=replica --checkpoint=fast --username=carquay_replica; do
    rm -rf "$copy"
    sleep 2
  done
  rm -rf "$PGDATA"
  mv "$copy" "$PGDATA"
fi
exec docker-entrypoint.sh postgres -c hot_standby_feedback=on
