-- The back office finds users by any piece of their name, address or number, and lists them in four orders.
create extension if not exists pg_trgm;

create index users_by_words on users using gin (lower(name || ' ' || email || ' ' || coalesce(mobile, '')) gin_trgm_ops)
  where deleted_at is null;
create index users_by_name on users (lower(name), id) where deleted_at is null;
create index users_by_login on users (last_login_at nulls first, id) where deleted_at is null;
create index users_by_status on users (status, id) where deleted_at is null;

-- The audit log is read newest first: whole, or of one kind of action.
create index audit_newest on audit_log (at desc, id desc);
create index audit_of_action on audit_log (action, at desc, id desc);
