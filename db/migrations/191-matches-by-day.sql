-- step by step
-- Finds what was matched within a day. It can run again after it was interrupted.

drop index concurrently if exists line_matches_by_day;
create index concurrently line_matches_by_day on line_matches (matched_at);
