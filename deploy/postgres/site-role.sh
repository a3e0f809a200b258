#!/bin/sh
# Creates the role that serves the site. It owns nothing; the start of the site grants it rows. The settings are for poolers, which may
# drop those that a connection sends.
set -e
psql -v ON_ERROR_STOP=1 -v password="$SITE_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
create role carquay_site login password :'password';
alter role carquay_site set timezone = 'UTC';
alter role carquay_site set statement_timeout = '5s';
alter role carquay_site set lock_timeout = '2s';
alter role carquay_site set idle_in_transaction_session_timeout = '30s';
grant connect on database carquay to carquay_site;
SQL
