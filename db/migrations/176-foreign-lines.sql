-- step by step
-- Finds the lines in other currencies, among which a line in US dollars may have its other side.

drop index concurrently if exists statement_lines_foreign;
create index concurrently statement_lines_foreign on statement_lines (booked_on) where currency <> 'USD';
