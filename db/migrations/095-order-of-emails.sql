-- step by step
-- Finds the earlier emails to an address that are not sent yet. It can run again after it was interrupted.

drop index concurrently if exists mail_outbox_of_address;
create index concurrently mail_outbox_of_address on mail_outbox (to_address, id) where sent_at is null and failed_at is null;
