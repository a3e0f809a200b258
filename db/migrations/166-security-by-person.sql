-- step by step
-- Finds what a person of the office took as security deposits within a day. It can run again after it was interrupted.

drop index concurrently if exists security_moves_by_person;
create index concurrently security_moves_by_person on security_moves (admin_id, at) where kind = 'taken';
