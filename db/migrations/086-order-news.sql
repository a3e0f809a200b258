-- Emails sellers about each status change of their orders, oldest first.

create table order_news (
  move_id bigint primary key references order_moves (id)
);
comment on table order_news is 'Changes of orders that their sellers were not told of yet. A row is deleted in the transaction that queues the emails.';

create function note_order_news() returns trigger language plpgsql as $$
begin
  insert into order_news (move_id) values (new.id);
  return null;
end $$;

comment on function note_order_news() is 'Notes a change of the life of an order, so that its sellers are told.';

create trigger order_moves_are_news after insert on order_moves for each row execute function note_order_news();
comment on trigger order_moves_are_news on order_moves is 'Sellers are told of it.';
