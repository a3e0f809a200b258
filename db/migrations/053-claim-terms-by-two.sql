-- The deadlines and the limit of claims belong to the terms that two people change.

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
        'claim_limit_cents', new.claim_limit_cents, 'requires_contract', new.requires_contract,
        'plans', to_jsonb(new.plans), 'country_plans', new.country_plans)
  ) then
    raise exception 'a second person has to approve these terms' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

alter table order_terms add constraint order_terms_claim_limit_most check (claim_limit_cents <= 100000000);
