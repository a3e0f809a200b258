-- step by step
-- Finds what a person of the office gave back, paid out or decided within a day. It can run again after it was interrupted.

drop index concurrently if exists refunds_by_person;
create index concurrently refunds_by_person on refunds (admin_id, created_at) where admin_id is not null;
drop index concurrently if exists later_refunds_by_person;
create index concurrently later_refunds_by_person on later_refunds (admin_id, created_at) where admin_id is not null;
drop index concurrently if exists cash_returns_by_person;
create index concurrently cash_returns_by_person on cash_returns (admin_id, at);
drop index concurrently if exists payouts_by_person;
create index concurrently payouts_by_person on payouts (created_by, created_at);
drop index concurrently if exists claim_decisions_by_person;
create index concurrently claim_decisions_by_person on claim_decisions (decided_by, decided_at) where decided_by is not null;
