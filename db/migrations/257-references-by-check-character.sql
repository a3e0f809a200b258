-- step by step
-- The check character of a reference leaves so few references near a mistyped one that they are looked up by the unique index of orders.

drop index concurrently if exists orders_by_reference_rests;
drop function if exists reference_rests(text);
