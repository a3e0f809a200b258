#!/bin/sh
# Creates the role that serves the site. It owns nothing; the start of the site grants it rows.
set -e
psql -v ON_ERROR_STOP=1 -v password="$SITE_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
create role carquay_site login password :'password';
grant connect on database carquay to carquay_site;
SQL
