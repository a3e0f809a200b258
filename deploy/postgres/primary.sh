#!/bin/sh
# Runs in the container of the primary when it is created: the roles of the site, and the role and slot of the replica.
set -e
psql -v ON_ERROR_STOP=1 -v owner_password="$OWNER_PASSWORD" -v site_password="$SITE_PASSWORD" -U postgres -f /roles.sql
psql -v ON_ERROR_STOP=1 -v replica_password="$REPLICA_PASSWORD" -U postgres <<'SQL'
create role carquay_replica login replication password :'replica_password';
select pg_create_physical_replication_slot('replica');
SQL
echo 'host replication carquay_replica samenet scram-sha-256' >> "$PGDATA/pg_hba.conf"
