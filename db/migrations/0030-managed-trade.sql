-- The back office finds payments and their bookings by the beginning of a transaction id.
create index payments_by_transaction on payments (transaction_id text_pattern_ops);
