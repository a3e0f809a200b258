-- A refund by transfer that was sent and came back still counts for the limit of the person who sent it: otherwise the same money could leave
-- again and again, each time below the limit.

create function left_by_transfer(refund bigint) returns boolean language sql stable as $$
  select exists (select from refund_transfers t where t.refund_id = refund)
$$;

comment on function left_by_transfer(bigint) is 'Whether a refund was sent by transfer, also if the bank returned it.';

create or replace function given_back_today(person bigint, without bigint) returns bigint language sql stable as $$
  select (
    select coalesce(sum(amount_cents), 0) from refunds
    where admin_id = person and approved_by is null and (failed_at is null or left_by_transfer(id))
      and created_at > now() - interval '1 day' and id is distinct from without
  )::bigint + (
    select coalesce(sum(cents), 0) from cash_returns
    where admin_id = person and approved_by is null and at > now() - interval '1 day')::bigint
$$;

create or replace function refunded_by_one_person(of_order bigint, of_payment bigint, without bigint) returns bigint language sql stable as $$
  select (
    select coalesce(sum(r.amount_cents), 0) from refunds r join payments p on p.id = r.payment_id
    where r.asked_by = 'admin' and r.approved_by is null and (r.failed_at is null or left_by_transfer(r.id))
      and r.id is distinct from without and (p.id = of_payment or p.order_id = of_order)
  )::bigint + (select coalesce(sum(c.cents), 0) from cash_returns c where c.order_id = of_order and c.approved_by is null)::bigint
$$;
