-- step by step
-- Finds the orders whose reference a transfer names with one wrong character, without reading all orders that wait for money. It can run again after it
-- was interrupted.

create or replace function reference_rests(reference text) returns text[] language sql immutable strict parallel safe as $$
  select array(select distinct overlay(body placing '' from least(place, length(body) + 1) for 1) from generate_series(1, length(body) + 1) as place)
  from (select substr(reference, 4) as body) as named
$$;

comment on function reference_rests(text) is
  'The six characters of a reference (CQ-A1B2C3), and what is left of them without any one character. Two texts that differ by one wrong, missing, '
  'added or exchanged character have one of these in common. The same as restsOf in src/features/bookkeeping/bank-statements/model/near-reference.ts.';

drop index concurrently if exists orders_by_reference_rests;
create index concurrently orders_by_reference_rests on orders using gin (reference_rests(reference)) where life in ('held', 'active');
