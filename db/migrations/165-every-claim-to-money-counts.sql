-- Closes three ways around the limits of one person: a payout that was recorded as returned stopped counting, security deposits had no limit, and
-- one person could pay a seller out of a security deposit.

create or replace function paid_out_today(seller bigint, person bigint) returns bigint language sql stable as $$
  select greatest(
    coalesce(sum(cents) filter (where seller_id = seller), 0), coalesce(sum(cents) filter (where created_by = person), 0))::bigint
  from payouts
  where (seller_id = seller or created_by = person) and not needs_second_person and state <> 'canceled' and created_at > now() - interval '1 day'
$$;

comment on function paid_out_today(bigint, bigint) is
  'What was paid out within a day without a second person: to the seller or by the person, whichever is more. A payout that the bank returned '
  'counts, because otherwise the same money could leave again and again.';

create function counted_today(person bigint) returns bigint language sql stable as $$
  select (
    select coalesce(sum(cents), 0) from cash_receipts
    where admin_id = person and approved_by is null and at > now() - interval '1 day'
  )::bigint + (
    select coalesce(sum(cents), 0) from security_moves
    where admin_id = person and kind = 'taken' and at > now() - interval '1 day')::bigint
$$;

comment on function counted_today(bigint) is
  'What a person recorded within a day as taken in person without a second person: payments and security deposits.';

create or replace function counted_alone(of_order bigint, person bigint) returns bigint language sql stable as $$
  select greatest(
    (select coalesce(sum(cents), 0) from cash_receipts where approved_by is null and order_id = of_order)::bigint, counted_today(person))
$$;

comment on function counted_alone(bigint, bigint) is
  'What was recorded as taken in person without a second person: payments of the order, or payments and security deposits by the person within '
  'a day, whichever is more.';

create function security_is_limited() returns trigger language plpgsql as $$
begin
  perform from admins where id = new.admin_id for no key update;
  if new.cents + counted_today(new.admin_id) > (select cash_limit_cents from order_terms order by version desc limit 1) then
    raise exception 'recording a security deposit of % cents needs another person', new.cents using errcode = 'check_violation';
  end if;
  return new;
end
$$;

comment on function security_is_limited() is
  'Refuses a security deposit by which one person records more than the limit as taken in person within a day. Locks the person, so that two '
  'records wait for each other.';

create trigger security_taken_is_limited before insert on security_moves
  for each row when (new.kind = 'taken') execute function security_is_limited();

comment on trigger security_taken_is_limited on security_moves is
  'Refuses what one person records as taken above the limit of money taken in person.';

create or replace function has_counted_money(of_order bigint) returns boolean language sql stable as $$
  select coalesce(sum(cents), 0) > 0 from allocations
  where order_id = of_order and (cash_receipt_id is not null or security_move_id is not null)
$$;

comment on function has_counted_money(bigint) is
  'Whether money that staff took in person, also as a security deposit, pays for the order and was not given back.';
