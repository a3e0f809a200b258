-- Cars of one order can be on different vessels, so the buyer is emailed about the steps of each car.

create table told_steps (
  order_id bigint not null,
  listing_id bigint not null,
  step text not null,
  sent boolean not null,
  at timestamptz not null default now(),
  primary key (order_id, listing_id, step),
  foreign key (order_id, listing_id) references order_cars (order_id, listing_id)
);

comment on table told_steps is 'The steps of each car that the buyer was emailed about, each once.';
comment on column told_steps.sent is 'False if a later step of the car was emailed before, so that this one is no news.';

insert into told_steps (order_id, listing_id, step, sent, at)
select m.order_id, c.listing_id, m.step, m.sent, m.at from shipment_mails m join order_cars c on c.order_id = m.order_id;

comment on table shipment_mails is
  'No longer read or written. It stays for processes of the version before, which run during an upgrade. See told_steps.';
