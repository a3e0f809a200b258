-- What export papers say of a car beyond its listing, and the series of these papers.

insert into document_series (kind, prefix) values ('commercial_invoice', 'CI'), ('packing_list', 'PL'), ('bill_of_sale', 'BS');

create table export_goods (
  id bigint generated always as identity primary key,
  order_id bigint not null,
  listing_id bigint not null,
  hs_code text check (hs_code ~ '^[0-9]{6,10}$'),
  engine_number text check (length(engine_number) between 1 and 40),
  origin char(2),
  weight_kg integer check (weight_kg between 100 and 60000),
  length_mm integer check (length_mm between 1000 and 30000),
  width_mm integer check (width_mm between 500 and 5000),
  height_mm integer check (height_mm between 500 and 6000),
  actor text not null check (actor in ('seller', 'admin')),
  actor_id bigint not null,
  at timestamptz not null default now(),
  foreign key (order_id, listing_id) references order_cars (order_id, listing_id),
  constraint all_sizes_or_none check (num_nulls(length_mm, width_mm, height_mm) in (0, 3))
);

comment on table export_goods is
  'What the export papers of an order say of a car. Append-only: the newest row of a car counts. Null: not known, so no paper says it.';
comment on column export_goods.hs_code is 'Of the Harmonized System, 6 to 10 digits.';
comment on column export_goods.origin is 'The country in which the car was made. ISO 3166, two letters.';
comment on column export_goods.actor_id is 'The id of the user or administrator.';

create index export_goods_of_order on export_goods (order_id, listing_id, id desc);

create trigger export_goods_stay before update or delete or truncate on export_goods
  for each statement execute function refuse_change();
comment on trigger export_goods_stay on export_goods is 'Refuses to change, delete or truncate rows.';

create function end_export_papers() returns trigger language plpgsql as $$
begin
  perform end_documents(new.order_id, '{commercial_invoice,packing_list,bill_of_sale}', 'facts');
  return null;
end
$$;
comment on function end_export_papers() is 'Ends the export papers of an order whose facts change.';

create trigger export_goods_end_papers after insert on export_goods for each row execute function end_export_papers();
comment on trigger export_goods_end_papers on export_goods is 'Export papers name these facts.';
create trigger trade_terms_end_papers after insert on order_trade_terms for each row execute function end_export_papers();
comment on trigger trade_terms_end_papers on order_trade_terms is 'Export papers name the trade term and its value.';
create trigger consignees_end_papers after insert or update of applied_at on consignees
  for each row when (new.applied_at is not null) execute function end_export_papers();
comment on trigger consignees_end_papers on consignees is 'Export papers name the consignee.';
