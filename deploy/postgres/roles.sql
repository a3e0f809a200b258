-- Roles and database of a site; run once by a superuser:
-- psql -v ON_ERROR_STOP=1 -v owner_password=… -v site_password=… -f deploy/postgres/roles.sql
-- The owner migrates. The other role serves the site; the start of the site grants it rows and nothing else.
create role carquay login password :'owner_password';
create role carquay_site login password :'site_password';
-- A pooler may drop the settings that a connection sends, so they are settings of the role.
alter role carquay_site set timezone = 'UTC';
alter role carquay_site set statement_timeout = '5s';
alter role carquay_site set lock_timeout = '2s';
alter role carquay_site set idle_in_transaction_session_timeout = '30s';
create database carquay owner carquay;
revoke connect, temporary on database carquay from public;
grant connect on database carquay to carquay_site;
