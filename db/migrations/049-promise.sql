-- The version of the 'as described' promise that was shown before an order was paid.

alter table orders add column promise_version integer;
alter table orders add constraint orders_promise_version_check check (promise_version > 0) not valid;

comment on column orders.promise_version is
  'The version of the ''as described'' promise of a car for sale; null for rentals and for orders made before there was a promise.';
