-- Landed costs that visitors made to share. Number, signature and PDF belong to the documents.

create table landed_quotes (
  id bigint generated always as identity primary key,
  code text not null unique check (code ~ '^[A-Za-z0-9_-]{22}$'),
  listing_id bigint not null references listings (id),
  basis bytea not null unique check (octet_length(basis) = 32),
  quote jsonb not null check (jsonb_typeof(quote) = 'object' and octet_length(quote::text) <= 262144),
  valid_until date not null,
  created_at timestamptz not null default now()
);

comment on table landed_quotes is
  'Landed costs that visitors made to share. Each has a document of the kind landed_cost_quote. Append-only.';
comment on column landed_quotes.code is 'Part of the shared address. Whoever has it may read the quote.';
comment on column landed_quotes.basis is
  'SHA-256 of the quote. The same car, destination, price, rules and day are one quote, however often it is asked for.';
comment on column landed_quotes.quote is 'As in landed-cost/model/import-quote.ts.';
comment on column landed_quotes.valid_until is
  'The last day (UTC) on which it holds: two weeks, or less if a rule or an exchange rate expires earlier.';

create index landed_quotes_of_listing on landed_quotes (listing_id);

create trigger landed_quotes_stay before update or delete or truncate on landed_quotes
  for each statement execute function refuse_change();

comment on trigger landed_quotes_stay on landed_quotes is 'Refuses to change, delete or truncate quotes.';
