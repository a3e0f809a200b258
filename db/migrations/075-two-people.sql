-- Proposer, approver and whoever let one of them in are three people, and new access waits before it decides.

alter table admins
  add column invited_by bigint references admins (id),
  add column may_decide_from timestamptz;
-- People from before this migration do not wait.
update admins set may_decide_from = created_at;
alter table admins
  alter column may_decide_from set not null,
  alter column may_decide_from set default now() + interval '72 hours';

comment on column admins.invited_by is
  'Who last let the person in: by invitation, by enabling them, or by resetting two-factor. Neither can approve what the other proposes.';
comment on column admins.may_decide_from is
  'From when the person may propose and approve: 72 hours after the account, a role, access or a lost second factor is new.';

create function wait_after_new_access() returns trigger language plpgsql as $$
begin
  new.may_decide_from := greatest(new.may_decide_from, now() + interval '72 hours');
  return new;
end
$$;

comment on function wait_after_new_access() is 'Lets 72 hours pass before the person may propose and approve.';

create trigger new_role_waits before update of role on admins
  for each row when (new.role <> old.role) execute function wait_after_new_access();
create trigger enabled_admin_waits before update of disabled_at on admins
  for each row when (old.disabled_at is not null and new.disabled_at is null) execute function wait_after_new_access();

comment on trigger new_role_waits on admins is 'A person with another role waits before they propose and approve.';
comment on trigger enabled_admin_waits on admins is 'A person who was disabled waits before they propose and approve.';

create function wait_without_second_factor() returns trigger language plpgsql as $$
begin
  update admins set may_decide_from = greatest(may_decide_from, now() + interval '72 hours') where id = old.admin_id;
  return null;
end
$$;

comment on function wait_without_second_factor() is
  'Lets 72 hours pass before the person whose second factor was removed may propose and approve.';

create trigger removed_factor_waits after delete on admin_second_factors
  for each row when (old.confirmed_at is not null) execute function wait_without_second_factor();

comment on trigger removed_factor_waits on admin_second_factors is
  'A person without their second factor waits before they propose and approve.';

create function may_decide(person bigint) returns boolean language sql stable as $$
  select exists (
    select 1 from admins a join admin_second_factors f on f.admin_id = a.id and f.confirmed_at is not null
    where a.id = person and a.disabled_at is null and a.may_decide_from <= now())
$$;

comment on function may_decide(bigint) is
  'Whether a person of the back office may propose and approve: enabled, with a second factor, and not new.';

create or replace function guard_approval() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if not may_decide(new.proposer_id) then
      raise exception 'this person may not propose' using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  if old.approved_at is not null or old.canceled_at is not null
    or (old.kind, old.payload, old.payload_hash, old.proposer_id, old.proposed_at, old.expires_at)
      is distinct from (new.kind, new.payload, new.payload_hash, new.proposer_id, new.proposed_at, new.expires_at) then
    raise exception 'a proposal never changes, and is decided once' using errcode = 'insufficient_privilege';
  end if;
  if new.approved_at is not null and (old.expires_at <= now()
    or not may_decide(new.proposer_id) or not may_decide(new.approver_id)
    or exists (
      select 1 from admins
      where id = new.approver_id and (from_environment or invited_by = new.proposer_id)
        or id = new.proposer_id and invited_by = new.approver_id)) then
    raise exception 'the proposal has expired, or these two people may not decide it' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

comment on function guard_approval() is
  'Refuses proposals of people who may not decide, to change a proposal or a decision, and approvals that are too late, by an administrator '
  'from the settings, or by the person who let the proposer in or was let in by them.';

create trigger approvals_are_proposed_by_deciders before insert on approvals
  for each row execute function guard_approval();

comment on trigger approvals_are_proposed_by_deciders on approvals is 'Refuses proposals of people who may not decide.';

create function stop_environment_account() returns trigger language plpgsql as $$
begin
  update admins set disabled_at = now()
  where from_environment and disabled_at is null and (
    select count(*) from admins a join admin_second_factors f on f.admin_id = a.id and f.confirmed_at is not null
    where a.role = 'administrator' and not a.from_environment and a.disabled_at is null) >= 2;
  return null;
end
$$;

comment on function stop_environment_account() is
  'Disables the account from the settings once two other administrators have a second factor, and keeps it disabled.';

create trigger second_administrator_stops_environment after insert or update of confirmed_at on admin_second_factors
  for each row when (new.confirmed_at is not null) execute function stop_environment_account();
create trigger changed_administrator_stops_environment after update of role, disabled_at on admins
  for each row execute function stop_environment_account();

comment on trigger second_administrator_stops_environment on admin_second_factors is
  'The account from the settings stops once there are two other administrators.';
comment on trigger changed_administrator_stops_environment on admins is
  'The account from the settings stops once there are two other administrators.';
