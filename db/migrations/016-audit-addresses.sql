-- IP addresses of the audit log have a period of retention. They are not sealed, so erasing them breaks no seal.

create function guard_audit_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.ip is null and old.at < now() - interval '365 days'
    and to_jsonb(new) - 'ip' = to_jsonb(old) - 'ip' then
    return new;
  end if;
  raise exception 'audit_log is append-only' using errcode = 'insufficient_privilege';
end
$$;

comment on function guard_audit_log() is 'Refuses changes and deletions, except erasing the IP address of an entry older than 365 days.';

drop trigger audit_log_is_append_only on audit_log;
create trigger audit_log_is_append_only before update or delete on audit_log
  for each row execute function guard_audit_log();

comment on trigger audit_log_is_append_only on audit_log is
  'Refuses to change or delete entries. Only IP addresses may be erased, after 365 days.';
comment on table audit_log is 'Who did what to which record. Append-only, and sealed without the IP addresses, which are erased after 365 days.';

create index audit_with_address on audit_log (at) where ip is not null;
