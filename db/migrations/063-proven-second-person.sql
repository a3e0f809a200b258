-- The database checks that the second person of a refund, a cash return, a payout or a decision has approved it in the same transaction.

create function is_approved(of_kind text, proposer bigint, approver bigint, facts jsonb) returns boolean language sql stable as $$
  select exists (
    select 1 from approvals a
    where a.kind = of_kind and a.proposer_id = proposer and a.approver_id = approver and a.approved_at = now() and a.payload::jsonb @> facts)
$$;

comment on function is_approved(text, bigint, bigint, jsonb) is
  'Whether a second person approved in this transaction what somebody proposed with these facts.';

alter table cash_returns
  add column approved_by bigint references admins (id),
  add constraint cash_returns_two_people check (approved_by <> admin_id);

comment on column cash_returns.approved_by is 'The second person, for an amount above the limit. Null for returns from before migration 063.';

create function refunded_by_one_person(of_order bigint, of_payment bigint, without bigint) returns bigint language sql stable as $$
  select (
    select coalesce(sum(r.amount_cents), 0) from refunds r join payments p on p.id = r.payment_id
    where r.asked_by = 'admin' and r.approved_by is null and r.failed_at is null and r.id is distinct from without
      and (p.id = of_payment or p.order_id = of_order)
  )::bigint + (select coalesce(sum(c.cents), 0) from cash_returns c where c.order_id = of_order and c.approved_by is null)::bigint
$$;

comment on function refunded_by_one_person(bigint, bigint, bigint) is
  'What administrators gave back of an order, or of a payment without one, without a second person: refunds except one, and cash.';

create or replace function refund_needs_two_people() returns trigger language plpgsql as $$
declare
  of_order bigint;
begin
  if new.asked_by <> 'admin' then return new; end if;
  select order_id into of_order from payments where id = new.payment_id;
  if new.approved_by is null then
    if new.amount_cents + refunded_by_one_person(of_order, new.payment_id, new.id)
      > (select refund_limit_cents from order_terms order by version desc limit 1) then
      raise exception 'a refund of % cents needs a second person', new.amount_cents using errcode = 'check_violation';
    end if;
  -- An approval names one payment. What is refunded may come from all payments of its order.
  elsif not exists (
    select 1 from approvals a join payments p on p.id = (a.payload::jsonb -> 'payment')::bigint
    where a.kind = 'refund' and a.approver_id = new.approved_by and a.approved_at = now()
      and (p.id = new.payment_id or p.order_id = of_order) and (a.payload::jsonb -> 'refundCents')::bigint >= new.amount_cents
  ) then
    raise exception 'nobody has approved a refund of % cents', new.amount_cents using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

comment on function refund_needs_two_people() is
  'Refuses a refund by which one administrator alone gives back more of an order than the limit, cash included, and a second person who did not approve it.';
comment on trigger large_refunds_need_two_people on refunds is
  'Refuses a refund above the limit that no second person has approved.';

create function cash_return_needs_two_people() returns trigger language plpgsql as $$
begin
  perform from orders where id = new.order_id for no key update;
  if new.approved_by is null then
    if new.cents + refunded_by_one_person(new.order_id, null, null)
      > (select refund_limit_cents from order_terms order by version desc limit 1) then
      raise exception 'returning % cents needs a second person', new.cents using errcode = 'check_violation';
    end if;
  elsif not is_approved('cash return', new.admin_id, new.approved_by,
    jsonb_build_object('order', new.order_id, 'key', new.key, 'method', new.method, 'cents', new.cents)) then
    raise exception 'nobody has approved returning % cents', new.cents using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

comment on function cash_return_needs_two_people() is
  'Refuses a return by which one administrator alone gives back more of an order than the limit, refunds included, and a second person who did not '
  'approve it. Locks the order, so that two returns wait for each other.';

create trigger large_cash_returns_need_two_people before insert on cash_returns
  for each row execute function cash_return_needs_two_people();

comment on trigger large_cash_returns_need_two_people on cash_returns is 'Refuses a return above the limit that no second person has approved.';

create function payout_needs_two_people() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform from users where id = new.seller_id for no key update;
    if new.approved_by is not null or not new.needs_second_person and new.cents + (
      select coalesce(sum(cents), 0) from payouts
      where seller_id = new.seller_id and not needs_second_person and state not in ('canceled', 'failed') and created_at > now() - interval '1 day'
    ) > (select payout_limit_cents from order_terms order by version desc limit 1) then
      raise exception 'a payout of % cents needs a second person', new.cents using errcode = 'check_violation';
    end if;
  elsif not is_approved('payout', new.created_by, new.approved_by, jsonb_build_object('payout', new.id, 'cents', new.cents)) then
    raise exception 'nobody has approved payout %', new.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

comment on function payout_needs_two_people() is
  'Refuses a payout that should wait for a second person, because one person alone would pay out more to the seller within a day than the '
  'limit, and a second person who did not approve it. Locks the seller, so that two payouts wait for each other.';

create trigger new_payouts_need_two_people before insert on payouts
  for each row execute function payout_needs_two_people();
create trigger approved_payouts_need_two_people before update of approved_by on payouts
  for each row when (new.approved_by is distinct from old.approved_by) execute function payout_needs_two_people();

comment on trigger new_payouts_need_two_people on payouts is 'Refuses a payout above the limit that does not wait for a second person.';
comment on trigger approved_payouts_need_two_people on payouts is 'Refuses a second person who has not approved the payout.';
