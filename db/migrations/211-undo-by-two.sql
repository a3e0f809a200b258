-- Money that a car left for is taken away from its order by two people only: an undone match, or a move that goes back. And cancellation stays free
-- only once for the same money.

alter table line_match_undos
  add column approved_by bigint references admins (id),
  add constraint line_match_undos_two_people check (approved_by <> undone_by);
alter table money_moves
  add column approved_by bigint references admins (id),
  add constraint money_moves_two_people check (approved_by <> moved_by);

comment on column line_match_undos.approved_by is 'The second person, if a car of the order had export papers or was gone.';
comment on column money_moves.approved_by is 'Of a move back: the second person, if a car of the order had export papers or was gone.';

create function has_left_for(of_order bigint) returns boolean language sql stable as $$
  select exists (select from handovers where order_id = of_order and kind = 'sale') or exists (
    select from shipment_events e
    where (e.order_id = of_order
        or e.sailing_id in (select s.sailing_id from sailing_cars s where s.order_id = of_order and s.removed_at is null))
      and e.certainty = 'actual'
      and (e.paper is not null or e.step in ('loaded', 'sailed', 'bill_of_lading', 'arrived', 'discharged', 'released', 'pick_up'))
      and not exists (select from shipment_withdrawals w where w.event_id = e.id))
$$;

comment on function has_left_for(bigint) is
  'Whether a car of the order has an export paper, is or was aboard, or was handed over. The same facts as the second person of undo_match in '
  'src/features/payments/order-acts/model/order-act.ts.';

create function match_undo_needs_two_people() returns trigger language plpgsql as $$
declare
  of_order bigint;
begin
  select order_id into of_order from line_matches where id = new.match_id and kind = 'order';
  if new.approved_by is null then
    if has_left_for(of_order) then
      raise exception 'undoing match % of an order whose car is gone needs a second person', new.match_id using errcode = 'check_violation';
    end if;
  elsif not is_approved('match undo', new.undone_by, new.approved_by, jsonb_build_object('match', new.match_id)) then
    raise exception 'nobody has approved undoing match %', new.match_id using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

comment on function match_undo_needs_two_people() is
  'Refuses that one person takes money from an order whose car has export papers or is gone, and a second person who did not approve it.';

create trigger match_undos_need_two_people before insert on line_match_undos
  for each row execute function match_undo_needs_two_people();

comment on trigger match_undos_need_two_people on line_match_undos is
  'Refuses that one person undoes the match of an order whose car has export papers or is gone.';

create function move_back_needs_two_people() returns trigger language plpgsql as $$
begin
  if new.approved_by is null then
    if has_left_for(new.from_order_id) then
      raise exception 'moving money back from order %, whose car is gone, needs a second person', new.from_order_id using errcode = 'check_violation';
    end if;
  elsif not is_approved('move undo', new.moved_by, new.approved_by, jsonb_build_object('key', new.undoes)) then
    raise exception 'nobody has approved moving the money of % back', new.undoes using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

comment on function move_back_needs_two_people() is
  'Refuses that one person takes moved money from an order whose car has export papers or is gone, and a second person who did not approve it.';

create trigger money_moves_back_need_two_people before insert on money_moves
  for each row when (new.undoes is not null) execute function move_back_needs_two_people();

comment on trigger money_moves_back_need_two_people on money_moves is
  'Refuses that one person moves money back from an order whose car has export papers or is gone.';
