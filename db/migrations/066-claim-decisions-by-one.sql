-- Several claims of one order count together for the limit of what one person may give back.

create or replace function decision_needs_two_people() returns trigger language plpgsql as $$
declare
  by_one_person bigint;
begin
  if new.decided_by is null then return new; end if;
  if new.approved_by is not null then
    if not is_approved('claim decision', new.decided_by, new.approved_by,
      jsonb_build_object('claim', new.claim_id, 'toBuyerCents', new.to_buyer_cents, 'toSellerCents', new.to_seller_cents)) then
      raise exception 'nobody has approved giving back % cents', new.to_buyer_cents using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  select new.to_buyer_cents + coalesce(sum(d.to_buyer_cents), 0) into by_one_person
    from claims mine join claims c on c.order_id = mine.order_id join claim_decisions d on d.claim_id = c.id
    where mine.id = new.claim_id and d.decided_by is not null and d.approved_by is null;
  if new.to_buyer_cents > 0 and by_one_person > (select claim_limit_cents from order_terms order by version desc limit 1) then
    raise exception 'giving back % cents needs a second person', new.to_buyer_cents using errcode = 'check_violation';
  end if;
  return new;
end
$$;
comment on function decision_needs_two_people() is
  'Refuses a decision by which one person alone gives back more of an order than the limit, and a second person who did not approve it.';
comment on trigger large_decisions_need_two_people on claim_decisions is
  'Refuses a decision above the limit that no second person has approved.';
comment on column order_terms.claim_limit_cents is
  'What one person may give back of an order by deciding claims. More needs a second person. The newest version counts.';
