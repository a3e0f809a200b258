-- A move of money between two orders of a buyer is undone by a move back, once.

alter table money_moves add column undoes text check (length(undoes) between 8 and 60);

comment on column money_moves.undoes is 'The key of the move that this one undoes. It takes from the payment that the move had made.';

create index money_moves_by_source on money_moves (from_payment_id);
create unique index money_moves_are_undone_once on money_moves (undoes, from_payment_id) where undoes is not null;

create or replace function moved_money_stays_with_its_buyer() returns trigger language plpgsql as $$
begin
  if (select user_id from orders where id = new.from_order_id) <> (select user_id from orders where id = new.to_order_id)
    or (select order_id from payments where id = new.from_payment_id) is distinct from new.from_order_id
    or (select (order_id, amount_cents) from payments where id = new.to_payment_id) is distinct from (new.to_order_id, new.cents) then
    raise exception 'money moves between orders of one buyer only' using errcode = 'check_violation';
  end if;
  if new.undoes is not null and not exists (
    select from money_moves where key = new.undoes and undoes is null and to_payment_id = new.from_payment_id
      and (from_order_id, to_order_id, cents) = (new.to_order_id, new.from_order_id, new.cents)) then
    raise exception 'only the money of a move goes back' using errcode = 'check_violation';
  end if;
  return new;
end
$$;

comment on function moved_money_stays_with_its_buyer() is
  'Refuses a move to the order of another buyer, one whose payments belong to other orders or have another amount, and an undo of another move.';
