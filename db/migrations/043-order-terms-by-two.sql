-- Order terms are changed by two people, and a version that would stop the work of orders is refused.

alter table order_terms add column approved_by bigint references admins (id);

comment on column order_terms.made_by is 'Who proposed this version; null for versions that a migration added.';
comment on column order_terms.approved_by is 'The second person; null for versions that a migration added.';

create function are_plans(plans text[]) returns boolean language sql immutable
return cardinality(plans) > 0 and plans <@ array['deposit_25', 'deposit_30', 'deposit_50', 'full']
  and cardinality(plans) = cardinality(array(select distinct plan from unnest(plans) as plan));

comment on function are_plans(text[]) is 'Whether a buyer can choose from these plans: at least one, each known and named once.';

create function are_country_plans(plans jsonb) returns boolean language sql immutable
return jsonb_typeof(plans) = 'object' and not exists (
  select 1 from jsonb_each(case when jsonb_typeof(plans) = 'object' then plans else '{}' end) as own (country, offered)
  where country !~ '^[A-Z]{2}$' or jsonb_typeof(offered) <> 'array'
    or not are_plans(array(select jsonb_array_elements_text(case when jsonb_typeof(offered) = 'array' then offered else '[]' end)))
);

comment on function are_country_plans(jsonb) is 'Whether each key is a country and each value a list of plans that a buyer can choose from.';

-- Checked for new versions only, because an installation may have older ones that an operator inserted by hand.
alter table order_terms
  add constraint order_terms_plans_check check (are_plans(plans)) not valid,
  add constraint order_terms_country_plans_check check (are_country_plans(country_plans)) not valid,
  add constraint order_terms_refund_limit_most check (refund_limit_cents <= 100000000) not valid,
  add constraint order_terms_payout_limit_most check (payout_limit_cents <= 100000000) not valid,
  add constraint order_terms_two_people check (
    (made_by is null) = (approved_by is null) and (made_by is null or approved_by <> made_by)
  ) not valid;

create function guard_order_terms() returns trigger language plpgsql as $$
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
        'payout_limit_cents', new.payout_limit_cents, 'requires_contract', new.requires_contract,
        'plans', to_jsonb(new.plans), 'country_plans', new.country_plans)
  ) then
    raise exception 'a second person has to approve these terms' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

comment on function guard_order_terms() is
  'Refuses a version that is not the next one, or whose values are not exactly those that a second person approved in this transaction.';

create trigger order_terms_are_guarded before insert on order_terms for each row execute function guard_order_terms();

comment on trigger order_terms_are_guarded on order_terms is 'Guards new versions of the terms.';
