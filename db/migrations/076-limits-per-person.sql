-- Limits of one person count everything that the person gave back, decided or paid out within a day, not only what belongs to one order.

alter table refunds add column admin_id bigint references admins (id);
comment on column refunds.admin_id is
  'Who asked for a refund of the office. Null for refunds of users and the system, and those from before migration 076.';
alter table later_refunds add foreign key (admin_id) references admins (id);

create function given_back_today(person bigint, without bigint) returns bigint language sql stable as $$
  select (
    select coalesce(sum(amount_cents), 0) from refunds
    where admin_id = person and approved_by is null and failed_at is null and created_at > now() - interval '1 day'
      and id is distinct from without
  )::bigint + (
    select coalesce(sum(cents), 0) from cash_returns
    where admin_id = person and approved_by is null and at > now() - interval '1 day')::bigint
$$;

comment on function given_back_today(bigint, bigint) is
  'What a person of the office gave back within a day without a second person: refunds except one, and cash.';

create or replace function refund_needs_two_people() returns trigger language plpgsql as $$
declare
  of_order bigint;
begin
  if new.asked_by <> 'admin' then return new; end if;
  select order_id into of_order from payments where id = new.payment_id;
  if new.approved_by is null then
    perform from admins where id = new.admin_id for no key update;
    if new.amount_cents + greatest(
        refunded_by_one_person(of_order, new.payment_id, new.id), given_back_today(new.admin_id, new.id))
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
  'Refuses a refund by which one administrator alone gives back more than the limit, of an order or within a day, cash included, and a second '
  'person who did not approve it. Locks the administrator, so that two refunds wait for each other.';

create or replace function cash_return_needs_two_people() returns trigger language plpgsql as $$
begin
  perform from orders where id = new.order_id for no key update;
  if new.approved_by is null then
    perform from admins where id = new.admin_id for no key update;
    if new.cents + greatest(refunded_by_one_person(new.order_id, null, null), given_back_today(new.admin_id, null))
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
  'Refuses a return by which one administrator alone gives back more than the limit, of an order or within a day, refunds included, and a second '
  'person who did not approve it. Locks the order and the administrator, so that two returns wait for each other.';

create function paid_out_today(seller bigint, person bigint) returns bigint language sql stable as $$
  select greatest(
    coalesce(sum(cents) filter (where seller_id = seller), 0), coalesce(sum(cents) filter (where created_by = person), 0))::bigint
  from payouts
  where (seller_id = seller or created_by = person) and not needs_second_person and state not in ('canceled', 'failed')
    and created_at > now() - interval '1 day'
$$;

comment on function paid_out_today(bigint, bigint) is
  'What was paid out within a day without a second person: to the seller or by the person, whichever is more.';

create or replace function payout_needs_two_people() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform from users where id = new.seller_id for no key update;
    perform from admins where id = new.created_by for no key update;
    if new.approved_by is not null or not new.needs_second_person and new.cents + paid_out_today(new.seller_id, new.created_by)
      > (select payout_limit_cents from order_terms order by version desc limit 1) then
      raise exception 'a payout of % cents needs a second person', new.cents using errcode = 'check_violation';
    end if;
  elsif not is_approved('payout', new.created_by, new.approved_by, jsonb_build_object('payout', new.id, 'cents', new.cents)) then
    raise exception 'nobody has approved payout %', new.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

comment on function payout_needs_two_people() is
  'Refuses a payout that should wait for a second person, because one person alone would pay out more within a day than the limit, and a '
  'second person who did not approve it. Locks the seller and the person, so that two payouts wait for each other.';

create function decided_alone(of_order bigint, person bigint) returns bigint language sql stable as $$
  select greatest(
    coalesce(sum(d.to_buyer_cents) filter (where c.order_id = of_order), 0),
    coalesce(sum(d.to_buyer_cents) filter (where d.decided_by = person and d.decided_at > now() - interval '1 day'), 0))::bigint
  from claim_decisions d join claims c on c.id = d.claim_id
  where d.decided_by is not null and d.approved_by is null and (c.order_id = of_order or d.decided_by = person)
$$;

comment on function decided_alone(bigint, bigint) is
  'What decisions without a second person gave back to buyers: of the order, or by the person within a day, whichever is more.';

create or replace function decision_needs_two_people() returns trigger language plpgsql as $$
declare
  of_order bigint;
begin
  if new.decided_by is null then return new; end if;
  if new.approved_by is not null then
    if not is_approved('claim decision', new.decided_by, new.approved_by,
      jsonb_build_object('claim', new.claim_id, 'toBuyerCents', new.to_buyer_cents, 'toSellerCents', new.to_seller_cents)) then
      raise exception 'nobody has approved giving back % cents', new.to_buyer_cents using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  perform from admins where id = new.decided_by for no key update;
  select order_id into of_order from claims where id = new.claim_id;
  if new.to_buyer_cents > 0 and new.to_buyer_cents + decided_alone(of_order, new.decided_by)
    > (select claim_limit_cents from order_terms order by version desc limit 1) then
    raise exception 'giving back % cents needs a second person', new.to_buyer_cents using errcode = 'check_violation';
  end if;
  return new;
end
$$;

comment on function decision_needs_two_people() is
  'Refuses a decision by which one person alone gives back more than the limit, of an order or within a day, and a second person who did not '
  'approve it. Locks the person, so that two decisions wait for each other.';

comment on column order_terms.claim_limit_cents is
  'What one person may give back by deciding claims, of an order and within a day. More needs a second person. The newest version counts.';
comment on column order_terms.payout_limit_cents is
  'What one person may pay out within a day. More needs a second person. The newest version counts.';
comment on column order_terms.refund_limit_cents is
  'What one person may give back, of an order and within a day. More needs a second person. The newest version counts.';
