-- Each person who once gave somebody access counts, not only the last one. Otherwise a colleague who resets a second factor would make a person and
-- the one who invited them count as two people.

create table admin_access_grants (
  admin_id bigint not null references admins (id),
  granted_by bigint not null references admins (id),
  granted_at timestamptz not null default now(),
  primary key (admin_id, granted_by)
);

comment on table admin_access_grants is
  'Everybody who ever gave a person of the back office access: by invitation, by enabling them, or by resetting two-factor. Neither approves what '
  'the other proposes. Append-only.';

create index admin_access_grants_by on admin_access_grants (granted_by, admin_id);
create trigger admin_access_grants_stay before update or delete or truncate on admin_access_grants
  for each statement execute function refuse_change();

comment on trigger admin_access_grants_stay on admin_access_grants is 'Refuses to change, delete or truncate who gave access to whom.';

insert into admin_access_grants (admin_id, granted_by)
select id, invited_by from admins where invited_by is not null and invited_by <> id
union
select l.subject_id, l.actor_id from audit_log l join admins a on a.id = l.subject_id join admins g on g.id = l.actor_id
where l.actor_kind = 'admin' and l.subject_kind = 'admin' and l.action in ('person invited', 'person enabled', 'second factor reset')
  and l.actor_id <> l.subject_id;

create function remember_inviter() returns trigger language plpgsql as $$
begin
  insert into admin_access_grants (admin_id, granted_by) values (new.id, new.invited_by) on conflict do nothing;
  return null;
end
$$;

comment on function remember_inviter() is 'Stores who gave the person access, in addition to those before.';

create trigger inviters_are_remembered after insert or update of invited_by on admins
  for each row when (new.invited_by is not null and new.invited_by <> new.id) execute function remember_inviter();

comment on trigger inviters_are_remembered on admins is 'Stores everybody who gave the person access.';
comment on column admins.invited_by is
  'Who last let the person in: by invitation, by enabling them, or by resetting two-factor. admin_access_grants has all of them.';

create or replace function are_two_people(first bigint, second bigint) returns boolean language sql stable as $$
  select first <> second and may_decide(second) and not exists (select from admins where id = second and from_environment)
    and not exists (select from admin_access_grants where (admin_id, granted_by) in ((first, second), (second, first)))
$$;

comment on function are_two_people(bigint, bigint) is
  'Whether the second one may confirm what the first one did: another person who may decide, who is not the account from the settings, and neither '
  'ever let the other in.';
