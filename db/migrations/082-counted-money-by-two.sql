-- Money that one person says was taken in person neither pays an order above a limit nor goes to a seller without a second person.

alter table order_terms
  add column cash_limit_cents bigint not null default 1000000 check (cash_limit_cents >= 0),
  add constraint order_terms_cash_limit_most check (cash_limit_cents <= 100000000);

comment on column order_terms.cash_limit_cents is
  'What one person may record as taken in person, of an order and within a day. More needs a second person. The newest version counts.';

-- Open proposals do not name the new term, so nobody can approve them any more.
update approvals set canceled_at = now()
where kind = 'order terms' and approved_at is null and canceled_at is null;

alter table cash_receipts
  add column approved_by bigint references admins (id),
  add constraint cash_receipts_two_people check (approved_by <> admin_id);

comment on column cash_receipts.approved_by is 'The second person, for an amount above the limit. Null for receipts from before migration 082.';

create function counted_alone(of_order bigint, person bigint) returns bigint language sql stable as $$
  select greatest(
    coalesce(sum(cents) filter (where order_id = of_order), 0),
    coalesce(sum(cents) filter (where admin_id = person and at > now() - interval '1 day'), 0))::bigint
  from cash_receipts where approved_by is null and (order_id = of_order or admin_id = person)
$$;

comment on function counted_alone(bigint, bigint) is
  'What was recorded as taken in person without a second person: of the order, or by the person within a day, whichever is more.';

create function cash_receipt_needs_two_people() returns trigger language plpgsql as $$
begin
  perform from orders where id = new.order_id for no key update;
  if new.approved_by is null then
    perform from admins where id = new.admin_id for no key update;
    if new.cents + counted_alone(new.order_id, new.admin_id)
      > (select cash_limit_cents from order_terms order by version desc limit 1) then
      raise exception 'recording % cents needs a second person', new.cents using errcode = 'check_violation';
    end if;
  elsif not is_approved('cash receipt', new.admin_id, new.approved_by,
    jsonb_build_object('order', new.order_id, 'key', new.key, 'method', new.method, 'cents', new.cents)) then
    raise exception 'nobody has approved recording % cents', new.cents using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

comment on function cash_receipt_needs_two_people() is
  'Refuses a receipt by which one person alone records more than the limit, of an order or within a day, and a second person who did not '
  'approve it. Locks the order and the person, so that two receipts wait for each other.';

create trigger large_cash_receipts_need_two_people before insert on cash_receipts
  for each row execute function cash_receipt_needs_two_people();

comment on trigger large_cash_receipts_need_two_people on cash_receipts is
  'Refuses a receipt above the limit that no second person has approved.';

create function has_counted_money(of_order bigint) returns boolean language sql stable as $$
  select coalesce(sum(cents), 0) > 0 from allocations where order_id = of_order and cash_receipt_id is not null
$$;

comment on function has_counted_money(bigint) is 'Whether money that staff took in person pays for the order and was not given back.';

create function counted_payout_needs_two_people() returns trigger language plpgsql as $$
begin
  if has_counted_money(new.order_id) and not (select needs_second_person from payouts where id = new.payout_id) then
    raise exception 'a payout of money taken in person needs a second person' using errcode = 'check_violation';
  end if;
  return new;
end
$$;

comment on function counted_payout_needs_two_people() is
  'Refuses a part of a payout that one person makes alone, if staff took money for its order in person.';

create trigger counted_payouts_need_two_people before insert on payout_orders
  for each row execute function counted_payout_needs_two_people();

comment on trigger counted_payouts_need_two_people on payout_orders is
  'Refuses money that was taken in person in a payout of one person.';

create or replace function guard_order_terms() returns trigger language plpgsql as $$
begin
  lock table order_terms in share row exclusive mode;
  if new.version <> (select max(version) + 1 from order_terms) then
    raise exception 'another version of the terms came first' using errcode = 'unique_violation';
  end if;
  if new.made_by is not null and not exists (
    select 1 from approvals a
    where a.kind = 'order terms' and a.proposer_id = new.made_by and a.approver_id = new.approved_by
      and a.approved_at = now() and a.payload::jsonb -> 'reason' = to_jsonb(new.reason) and a.payload::jsonb -> 'terms' = jsonb_build_object(
        'commission_bps', new.commission_bps, 'balance_days', new.balance_days, 'grace_days', new.grace_days,
        'hold_days', new.hold_days, 'tolerance_cents', new.tolerance_cents, 'tolerance_bps', new.tolerance_bps,
        'security_cents', new.security_cents, 'refund_limit_cents', new.refund_limit_cents,
        'payout_limit_cents', new.payout_limit_cents, 'claim_days', new.claim_days,
        'claim_arrival_days', new.claim_arrival_days, 'claim_answer_days', new.claim_answer_days,
        'claim_reply_days', new.claim_reply_days, 'claim_review_days', new.claim_review_days,
        'claim_limit_cents', new.claim_limit_cents, 'cash_limit_cents', new.cash_limit_cents,
        'cancel_free_days', new.cancel_free_days, 'kept_cancel_bps', new.kept_cancel_bps,
        'kept_unpaid_bps', new.kept_unpaid_bps, 'payout_days', new.payout_days,
        'cancel_until', new.cancel_until, 'requires_steps', new.requires_steps, 'requires_contract', new.requires_contract,
        'plans', to_jsonb(new.plans), 'country_plans', new.country_plans)
  ) then
    raise exception 'a second person has to approve these terms' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
