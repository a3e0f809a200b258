-- Cars of one order can be on different vessels, so the buyer knows of an expected arrival for each car.

create table known_arrivals (
  order_id bigint not null,
  listing_id bigint not null,
  arrives_at timestamptz not null,
  primary key (order_id, listing_id),
  foreign key (order_id, listing_id) references order_cars (order_id, listing_id)
);

comment on table known_arrivals is 'The expected arrival of each car that the buyer knows of, from the timeline or an email.';

insert into known_arrivals (order_id, listing_id, arrives_at)
select n.order_id, min(c.listing_id), n.known_arrival from arrival_notices n join order_cars c on c.order_id = n.order_id
group by n.order_id, n.known_arrival;

alter table arrival_notices alter column known_arrival drop not null;

comment on table arrival_notices is
  'When the buyer of an order was last emailed about moved arrivals, for one email a day at most. The arrivals are in known_arrivals.';
comment on column arrival_notices.known_arrival is
  'No longer read or written. It stays for processes of the version before, which run during an upgrade.';
