-- step by step
-- Each line in US dollars is compared with those in other currencies, of which most operators have none.

drop index concurrently if exists statement_lines_foreign;
create index concurrently statement_lines_foreign on statement_lines (booked_on) where currency <> 'USD';
