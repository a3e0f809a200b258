-- A security deposit that one person alone recorded as taken is returned in another way, such as by transfer, only by two people.

alter table security_moves
  drop constraint security_moves_two_people,
  add constraint security_moves_two_people check (approved_by is null or kind in ('taken', 'returned') and approved_by <> admin_id);

comment on column security_moves.approved_by is
  'The second person, for a deposit that was taken above the limit of one person, and for a return that needs two people. Null for deposits from '
  'before migration 185.';

create function security_return_needs_two(of_order bigint, by_method text) returns boolean language sql stable as $$
  select exists (
    select from security_moves t
    where t.order_id = of_order and t.kind = 'taken' and t.approved_by is null and t.method is distinct from by_method)
$$;

comment on function security_return_needs_two(bigint, text) is
  'Whether returning the security deposit of an order turns what one person alone recorded as taken into money of another account.';

create function security_return_of_one_claim() returns trigger language plpgsql as $$
begin
  if new.approved_by is null then
    if security_return_needs_two(new.order_id, new.method) then
      raise exception 'returning a security deposit of % cents that one person counted needs a second person', new.cents
        using errcode = 'check_violation';
    end if;
  elsif not is_approved('security return', new.admin_id, new.approved_by,
    jsonb_build_object('order', new.order_id, 'key', new.key, 'method', new.method, 'cents', new.cents, 'account', new.account_id)) then
    raise exception 'nobody has approved returning a security deposit of % cents', new.cents using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

comment on function security_return_of_one_claim() is
  'Refuses that one person returns a security deposit by another method than the one by which one person alone recorded it as taken, and a second '
  'person who did not approve it. Otherwise a deposit that nobody paid would become money of the bank.';

create trigger security_returns_of_one_claim before insert on security_moves
  for each row when (new.kind = 'returned') execute function security_return_of_one_claim();

comment on trigger security_returns_of_one_claim on security_moves is
  'Refuses that one person turns one deposit into money of another account.';
