-- step by step
-- Finds cars by the dealer's stock number without separators and letter case. It can run again after it was interrupted.

drop index concurrently if exists listings_by_stock_number;
create index concurrently listings_by_stock_number on listings (upper(regexp_replace(stock_number, '[^[:alnum:]]', '', 'g')))
where stock_number is not null and stock_number not like 'row-%';
