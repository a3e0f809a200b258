-- Buyers choose how far we ship the cars of an order: the trade term decides which lines are added to its price.

create table transport_rates (
  country text not null check (country ~ '^[A-Z]{2}$'),
  port text not null check (port ~ '^[A-Z]{2}[A-Z0-9]{3}$'),
  place text not null default '' check (length(place) <= 100),
  inspection_cents bigint not null check (inspection_cents between 0 and 100000000),
  freight_cents bigint not null check (freight_cents between 1 and 100000000),
  insurance_bps integer not null check (insurance_bps between 1 and 1000),
  inland_cents bigint check (inland_cents between 1 and 100000000),
  saved_by bigint not null references admins (id),
  saved_at timestamptz not null default now(),
  primary key (country, port, place),
  constraint inland_delivery_has_its_place check ((place = '') = (inland_cents is null))
);

comment on table transport_rates is 'What we charge for a car to a port, and from there to a place inland. An order keeps its lines when rates change.';
comment on column transport_rates.country is 'Of the buyers whom it is offered to: where the car stays, which may lie behind the country of the port.';
comment on column transport_rates.port is 'UN/LOCODE of the port of discharge.';
comment on column transport_rates.place is 'Where the car is delivered inland; empty for the port alone.';
comment on column transport_rates.inspection_cents is 'An inspection before the export, the same for all rates of a country; 0 if we offer none.';
comment on column transport_rates.insurance_bps is 'Hundredths of a percent of the insured value, which is 110 % of the price with all that is insured.';

create table order_trade_terms (
  order_id bigint not null references orders (id),
  version integer not null check (version > 0),
  term text not null check (term in ('FOB', 'CFR', 'CIF', 'CIP')),
  port text check (port ~ '^[A-Z]{2}[A-Z0-9]{3}$'),
  place text not null default '',
  chosen_by bigint references users (id),
  reason text not null check (length(reason) between 1 and 500),
  at timestamptz not null default now(),
  primary key (order_id, version),
  constraint shipped_orders_have_a_port check ((term = 'FOB') = (port is null)),
  constraint inland_terms_have_a_place check ((term = 'CIP') = (place <> ''))
);

comment on table order_trade_terms is
  'How far we ship the cars of an order, by Incoterms 2020. Append-only: the newest version counts. Rentals have none, nor have sales from before this table.';
comment on column order_trade_terms.port is 'UN/LOCODE of the port of discharge; null for FOB.';
comment on column order_trade_terms.chosen_by is 'The buyer; null if a rule ended it.';

create table order_lines (
  order_id bigint not null,
  version integer not null,
  listing_id bigint not null references listings (id),
  kind text not null check (kind in ('inspection', 'freight', 'insurance', 'inland')),
  cents bigint not null check (cents > 0),
  primary key (order_id, version, listing_id, kind),
  foreign key (order_id, version) references order_trade_terms (order_id, version)
);

comment on table order_lines is
  'What a trade term adds to the price of each car. Price, tax and fee are in order_cars. Append-only.';

create trigger order_trade_terms_stay before update or delete or truncate on order_trade_terms
  for each statement execute function refuse_change();
create trigger order_lines_stay before update or delete or truncate on order_lines
  for each statement execute function refuse_change();

comment on trigger order_trade_terms_stay on order_trade_terms is 'Refuses to change, delete or truncate choices.';
comment on trigger order_lines_stay on order_lines is 'Refuses to change, delete or truncate lines.';

-- Each check allows all that the one before did, so older rows need no validation, which would read the whole table.
alter table plan_items
  drop constraint plan_items_kind_check,
  add constraint plan_items_kind_check check (kind in ('deposit', 'balance', 'charge', 'transport')) not valid;

alter table ledger_entries
  drop constraint ledger_entries_kind_check,
  add constraint ledger_entries_kind_check check (kind in (
    'capture', 'refund', 'refund failed', 'earned', 'cash', 'handover',
    'shortfall', 'refund due', 'refund due undone', 'invoice', 'credit note', 'paid invoice',
    'unidentified', 'identified', 'match undone', 'bank fee', 'provider payout',
    'payout', 'payout sent', 'payout undone',
    'security taken', 'security returned', 'security used', 'charges',
    'frozen', 'released', 'claim decided', 'price reduced', 'deducted',
    'dispute', 'dispute lost', 'transport', 'transport bill')) not valid;

alter table line_matches
  drop constraint line_matches_kind_check,
  add constraint line_matches_kind_check check (
    kind in ('order', 'fee', 'provider_payout', 'refund', 'payout', 'return', 'set_aside', 'transport_bill')) not valid,
  drop constraint match_has_its_target,
  add constraint match_has_its_target check (
    case kind
      when 'order' then order_id is not null and payment_id is not null
      when 'refund' then payment_id is not null
      when 'payout' then payout_id is not null
      when 'return' then other_line_id is not null
      when 'transport_bill' then order_id is not null
      else order_id is null and payment_id is null
    end
    and (kind in ('order', 'refund') or payment_id is null)
    and (kind = 'payout' or payout_id is null) and (kind = 'return' or other_line_id is null)) not valid,
  drop constraint match_has_its_reason,
  add constraint match_has_its_reason check (
    reason is not null or not (payer_differs or kind in ('set_aside', 'transport_bill'))) not valid;
