-- Facts of a car that decide about its import, shipping and charging. All are as the seller states them: what the catalog
-- knows about a model is added when a car is read, and is never stored here. The table is read once, and not rewritten.

alter table listings
  add column production_month text check (production_month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  add column first_registration_month text check (first_registration_month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  add column first_registration_country text check (first_registration_country ~ '^[A-Z]{2}$'),
  add column emission text
    check (emission in ('china4', 'china5', 'china6', 'euro3', 'euro4', 'euro5', 'euro6', 'none')),
  add column power_kw smallint check (power_kw between 5 and 1500),
  add column length_mm smallint check (length_mm between 1500 and 12000),
  add column width_mm smallint check (width_mm between 1000 and 2600),
  add column height_mm smallint check (height_mm between 900 and 4000),
  add column curb_weight_kg smallint check (curb_weight_kg between 300 and 7500),
  add column keys smallint check (keys between 0 and 9),
  add column display_language text check (display_language in ('chinese', 'english', 'several', 'other')),
  add column battery_kwh numeric(4, 1) check (battery_kwh between 0.5 and 300),
  add column range_km smallint check (range_km between 10 and 2000),
  add column range_cycle text check (range_cycle in ('cltc', 'wltp', 'nedc', 'epa')),
  add column battery_health smallint check (battery_health between 1 and 100),
  add column battery_health_method text
    check (battery_health_method in ('maker', 'diagnostic', 'charging', 'display')),
  add column battery_health_date text check (battery_health_date ~ '^\d{4}-(0[1-9]|1[0-2])-([0-2]\d|3[01])$'),
  add column battery_chemistry text check (battery_chemistry in ('lfp', 'nmc', 'other')),
  add column charge_port text
    check (charge_port in ('gbt', 'ccs1', 'ccs2', 'chademo', 'nacs', 'type1', 'type2')),
  add column battery_ownership text check (battery_ownership in ('owned', 'leased'));

comment on column listings.production_month is 'YYYY-MM in which the car was built; null if unknown.';
comment on column listings.first_registration_month is 'YYYY-MM of the first registration anywhere; null if unknown.';
comment on column listings.first_registration_country is 'ISO 3166-1 alpha-2; null if unknown.';
comment on column listings.emission is 'The emission standard; none if built to no standard, null if unknown.';
comment on column listings.power_kw is 'kW of engine and motors together; null if unknown.';
comment on column listings.length_mm is 'Null if unknown.';
comment on column listings.width_mm is 'Without mirrors; null if unknown.';
comment on column listings.height_mm is 'Null if unknown.';
comment on column listings.curb_weight_kg is 'Null if unknown.';
comment on column listings.keys is 'Number of keys that come with the car; null if unknown.';
comment on column listings.display_language is 'The languages that the display can show; several: Chinese and others. Null if unknown.';
comment on column listings.battery_kwh is 'Usable capacity of an electric or hybrid car; null if unknown.';
comment on column listings.range_km is 'Electric range by range_cycle; null if unknown.';
comment on column listings.battery_health is 'State of health in percent; null if unknown.';
comment on column listings.battery_health_method is 'How battery_health was measured: by the maker, a diagnostic tool, a full charge, or the display of the car.';
comment on column listings.battery_health_date is 'YYYY-MM-DD on which battery_health was measured.';
comment on column listings.charge_port is 'The standard of the charge port; null if unknown.';
comment on column listings.battery_ownership is 'Whether the battery comes with the car or is leased; null if unknown.';
