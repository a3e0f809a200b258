-- A security deposit above the limit of one person is recorded after a second person approves it, like other money taken in person.

alter table security_moves
  add column approved_by bigint references admins (id),
  add constraint security_moves_two_people check (approved_by is null or kind = 'taken' and approved_by <> admin_id);

comment on column security_moves.approved_by is
  'The second person, for a deposit that was taken above the limit of one person. Null for deposits from before migration 185.';

create or replace function counted_today(person bigint) returns bigint language sql stable as $$
  select (
    select coalesce(sum(cents), 0) from cash_receipts
    where admin_id = person and approved_by is null and at > now() - interval '1 day'
  )::bigint + (
    select coalesce(sum(cents), 0) from security_moves
    where admin_id = person and approved_by is null and kind = 'taken' and at > now() - interval '1 day')::bigint
$$;

create or replace function security_is_limited() returns trigger language plpgsql as $$
begin
  if new.approved_by is null then
    perform from admins where id = new.admin_id for no key update;
    if new.cents + counted_today(new.admin_id) > (select cash_limit_cents from order_terms order by version desc limit 1) then
      raise exception 'recording a security deposit of % cents needs a second person', new.cents using errcode = 'check_violation';
    end if;
  elsif not is_approved('security deposit', new.admin_id, new.approved_by,
    jsonb_build_object('order', new.order_id, 'key', new.key, 'method', new.method, 'cents', new.cents)) then
    raise exception 'nobody has approved recording a security deposit of % cents', new.cents using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

comment on function security_is_limited() is
  'Refuses a security deposit by which one person alone records more than the limit as taken in person within a day, and a second person who did '
  'not approve it. Locks the person, so that two records wait for each other.';

comment on trigger security_taken_is_limited on security_moves is
  'Refuses what is recorded as taken above the limit of money taken in person, unless a second person has approved it.';
