-- Administrators have known browsers too, and a user who may not log in any more has no sessions left to revive.
alter table known_devices drop constraint known_devices_pkey;
alter table known_devices
  alter column user_id drop not null,
  add column admin_id bigint references admins (id),
  add check ((user_id is null) <> (admin_id is null));
create unique index known_devices_of_user on known_devices (user_id, token_hash);
create unique index known_devices_of_admin on known_devices (admin_id, token_hash);

create function end_sessions_of_closed_account() returns trigger language plpgsql as $$
begin
  delete from sessions where user_id = new.id;
  return null;
end
$$;

create trigger closed_account_has_no_sessions after update of status, deleted_at on users
  for each row when (new.status = 'Inactive' or new.deleted_at is not null)
  execute function end_sessions_of_closed_account();
