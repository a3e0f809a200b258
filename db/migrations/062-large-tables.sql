-- step by step
-- What the migrations from 041 on need of large tables, without locks that last. It can run again after it was interrupted.

drop index concurrently if exists ledger_entries_of_providers;
create index concurrently ledger_entries_of_providers on ledger_entries (at) where kind = 'provider payout';
drop index concurrently if exists ledger_lines_of_debtors;
create index concurrently ledger_lines_of_debtors on ledger_lines (seller_id) include (entry_id, cents) where account = 'seller_receivable';
drop index concurrently if exists payments_with_disputes_due;
create index concurrently payments_with_disputes_due on payments (disputes_due_at) where disputes_due_at is not null;

drop index concurrently if exists sale_claims_of_payment;
create index concurrently sale_claims_of_payment on sale_claims (payment_id);
alter table sale_claims drop constraint if exists sale_claims_payment_id_key;

alter table bookings drop constraint if exists bookings_of_payment;
drop index concurrently if exists bookings_of_payment;
create unique index concurrently bookings_of_payment on bookings (payment_id, listing_id);
alter table bookings
  drop constraint if exists bookings_payment_id_key,
  add constraint bookings_of_payment unique using index bookings_of_payment;

alter table ledger_entries validate constraint ledger_entries_kind_check;
alter table ledger_entries validate constraint ledger_entries_source_check;
alter table ledger_lines validate constraint ledger_lines_account_check;
alter table orders validate constraint orders_promise_version_check;
alter table order_files validate constraint order_files_kind_check;
alter table shipment_events validate constraint shipment_events_step_check;

-- Entries from before migration 041 wait to be folded. Until then readers add them themselves.
do $$
declare
  after_id bigint := 0;
  last_id bigint;
  most constant integer := 20000;
begin
  loop
    select max(id) into last_id from (select id from ledger_entries where id > after_id order by id limit most) as batch;
    exit when last_id is null;
    insert into ledger_unfolded (entry_id)
      select id from ledger_entries where id > after_id and id <= last_id on conflict do nothing;
    commit;
    after_id := last_id;
  end loop;
end
$$;
