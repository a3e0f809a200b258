-- step by step
-- Finds what a person of the office took in person within a day. It can run again after it was interrupted.

drop index concurrently if exists cash_receipts_by_person;
create index concurrently cash_receipts_by_person on cash_receipts (admin_id, at);
