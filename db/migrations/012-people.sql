-- Several people in the back office: roles, invitations, and approvals by a second person.

alter table admins
  add column role text not null default 'administrator'
    check (role in ('administrator', 'moderator', 'finance', 'support')),
  add column from_environment boolean not null default false,
  add column disabled_at timestamptz;
alter table admins alter column role drop default;
-- Until now, settings were the only way to create an administrator.
update admins set from_environment = true;

comment on column admins.role is 'The permissions of the role are in src/features/sessions/model/roles.ts.';
comment on column admins.from_environment is
  'Created from the settings: may log in by password alone, and cannot give the second of two approvals.';
comment on column admins.disabled_at is 'Since when the person cannot log in; null for people who can.';

create function end_sessions_of_disabled_admin() returns trigger language plpgsql as $$
begin
  delete from sessions where admin_id = new.id;
  return null;
end
$$;

comment on function end_sessions_of_disabled_admin() is 'Deletes all sessions of the administrator.';

create trigger disabled_admin_has_no_sessions after update of disabled_at on admins
  for each row when (new.disabled_at is not null)
  execute function end_sessions_of_disabled_admin();

comment on trigger disabled_admin_has_no_sessions on admins is 'Ends all sessions of an administrator who is disabled.';

create table admin_invitations (
  admin_id bigint primary key references admins (id),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

comment on table admin_invitations is
  'People who were invited to the back office and have not set a password yet. A newer link replaces the older one.';

create table approvals (
  id bigint generated always as identity primary key,
  kind text not null check (length(kind) <= 40),
  payload text not null check (length(payload) <= 10000),
  payload_hash bytea not null,
  proposer_id bigint not null references admins (id),
  proposed_at timestamptz not null default now(),
  expires_at timestamptz not null,
  approver_id bigint references admins (id),
  approved_at timestamptz,
  canceled_by bigint references admins (id),
  canceled_at timestamptz,
  constraint hash_of_payload check (payload_hash = sha256(convert_to(kind || chr(10) || payload, 'UTF8'))),
  constraint two_people check (approver_id <> proposer_id),
  check ((approver_id is null) = (approved_at is null)),
  check (approved_at is null or canceled_at is null)
);

comment on table approvals is 'Changes that take effect only when a second person approves them.';
comment on column approvals.payload is 'The change as JSON.';
comment on column approvals.payload_hash is
  'SHA-256 of kind and payload. An approval names it, so it is valid for exactly the change that the person saw.';
comment on column approvals.canceled_by is 'Null if the proposal expired and was replaced.';

create unique index approvals_open on approvals (payload_hash) where approved_at is null and canceled_at is null;
create index approvals_of_proposer on approvals (proposer_id) where approved_at is null and canceled_at is null;

create function guard_approval() returns trigger language plpgsql as $$
begin
  if old.approved_at is not null or old.canceled_at is not null
    or (old.kind, old.payload, old.payload_hash, old.proposer_id, old.proposed_at, old.expires_at)
      is distinct from (new.kind, new.payload, new.payload_hash, new.proposer_id, new.proposed_at, new.expires_at) then
    raise exception 'a proposal never changes, and is decided once' using errcode = 'insufficient_privilege';
  end if;
  if new.approved_at is not null and (old.expires_at <= now()
    or exists (select 1 from admins where id = new.approver_id and (from_environment or disabled_at is not null))) then
    raise exception 'the proposal has expired, or this person may not approve' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

comment on function guard_approval() is
  'Refuses to change a proposal or a decision, and approvals that are too late or by an administrator from the settings.';

create trigger approvals_are_decided_once before update on approvals
  for each row execute function guard_approval();
create trigger approvals_stay before delete or truncate on approvals
  for each statement execute function refuse_change();

comment on trigger approvals_are_decided_once on approvals is 'Guards the decision of a second person.';
comment on trigger approvals_stay on approvals is 'Refuses to delete or truncate approvals.';
