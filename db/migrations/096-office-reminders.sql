-- Emails finance once a day about proposals that wait too long, and says who reads the news of orders.

create table office_reminders (
  day date primary key
);
comment on table office_reminders is 'Days (UTC) on which finance was emailed about proposals that wait. Only the last days are kept.';

comment on table order_news is
  'Changes of orders of which parties were not told yet. A row is deleted in the transaction that queues the emails.';
comment on trigger order_moves_are_news on order_moves is 'Parties of the order are told of it.';
comment on function note_order_news() is 'Notes a change of the life of an order, so that its parties are told.';
