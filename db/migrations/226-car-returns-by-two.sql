-- The return of a car sends the refunds that wait for it, so two people record it.

alter table order_returns
  add column approved_by bigint references admins (id),
  add constraint order_returns_two_people check (approved_by <> recorded_by);

comment on column order_returns.approved_by is
  'The second person, if refunds waited for the car. Null for returns from before migration 226.';

create or replace function guard_order_return() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.returned_at is not null or new.returned_at is null
    or (new.order_id, new.listing_id, new.holds_refunds, new.asked_at)
      is distinct from (old.order_id, old.listing_id, old.holds_refunds, old.asked_at) then
    raise exception 'the return of a car is recorded once' using errcode = 'restrict_violation';
  end if;
  if new.approved_by is null then
    if new.holds_refunds then
      raise exception 'the return of car % sends refunds, so it needs a second person', new.listing_id using errcode = 'check_violation';
    end if;
  elsif not is_approved('car return', new.recorded_by, new.approved_by,
    jsonb_build_object('order', new.order_id, 'car', new.listing_id, 'note', new.note)) then
    raise exception 'nobody has approved the return of car %', new.listing_id using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

comment on function guard_order_return() is
  'Refuses to change anything about a return except to record it, once. Refuses that one person records a return for which refunds wait, and a second '
  'person who did not approve it.';
