-- Paying for a car: the hold on it, the payment, what it became, and the books.

create table payments (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  -- Made by the buyer's browser; the same one again is the same payment.
  transaction_id text not null check (transaction_id ~ '^TR[0-9]{1,20}$'),
  -- Keyed hash of what was sent with it: the same id with another body is refused.
  body_hash bytea not null,
  -- Null only where the payment was authorised before it was said for which car.
  listing_id bigint references listings (id),
  offer text check (offer in ('Sell', 'Rent')),
  -- The price as it stood when the buyer paid. A Rent car's is that of all days together.
  price_cents bigint,
  tax_cents bigint,
  fee_cents bigint,
  total_cents bigint,
  listing_version integer,
  -- Whole days of a Rent car, the last not included.
  start_day date,
  end_day date,
  amount_cents bigint not null check (amount_cents > 0),
  currency char(3) not null default 'USD',
  method text not null check (method in ('credit_card', 'paypal', 'upi')),
  -- All that is ever kept of a card.
  card_brand text check (length(card_brand) <= 20),
  card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
  contact_email text not null check (length(contact_email) <= 254),
  state text not null default 'created'
    check (state in ('created', 'authorised', 'capturing', 'captured', 'refunded', 'voided', 'failed')),
  -- Why it failed or was voided, as a word of ours.
  outcome text check (length(outcome) <= 60),
  -- The gateway's name for the charge, and the stand-in for the card it was given.
  gateway_reference text check (length(gateway_reference) <= 200),
  gateway_token text check (length(gateway_token) <= 200),
  -- Until when a hold may live that is not captured.
  expires_at timestamptz not null,
  -- When a worker looks at it next, should nobody else move it on.
  due_at timestamptz,
  captured_at timestamptz,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  -- Hidden from the back office's list; the books keep it.
  deleted_at timestamptz,
  unique (user_id, transaction_id),
  unique (id, amount_cents),
  check (listing_id is null or (offer is not null and price_cents > 0 and tax_cents >= 0 and fee_cents >= 0
    and total_cents = price_cents + tax_cents + fee_cents and amount_cents <= total_cents)),
  check ((offer = 'Rent') = (start_day is not null) or listing_id is null),
  check (start_day is null or start_day < end_day),
  check ((captured_at is not null) = (state in ('captured', 'refunded')))
);
create index payments_due on payments (due_at) where due_at is not null;
create index payments_of_listing on payments (listing_id);
create index payments_of_user on payments (user_id, created_at desc);
create index payments_newest on payments (created_at desc, id desc) where deleted_at is null;

-- What the simulated gateway knows of its charges: a world of its own, that shares no transaction with ours.
create table simulated_charges (
  key text primary key,
  amount_cents bigint not null,
  state text not null check (state in ('authorised', 'captured', 'refunded', 'voided', 'declined')),
  card_brand text,
  card_last4 text,
  refunded_cents bigint not null default 0 check (refunded_cents between 0 and amount_cents),
  changed_at timestamptz not null default now()
);

-- One car, one buyer: who holds a car for sale, while a payment runs and after it.
create table sale_claims (
  listing_id bigint primary key references listings (id),
  payment_id bigint not null unique references payments (id)
);

-- One car, one day, one renter.
create table rental_days (
  listing_id bigint not null references listings (id),
  day date not null,
  payment_id bigint not null references payments (id),
  primary key (listing_id, day)
);
create index rental_days_of_payment on rental_days (payment_id);
create index rental_days_by_day on rental_days (day);

-- One refund for a payment, of no more than was captured.
create table refunds (
  payment_id bigint primary key,
  captured_cents bigint not null,
  amount_cents bigint not null check (amount_cents > 0 and amount_cents <= captured_cents),
  reason text not null check (length(reason) between 1 and 500),
  asked_by text not null check (asked_by in ('user', 'admin', 'system')),
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  done_at timestamptz,
  foreign key (payment_id, captured_cents) references payments (id, amount_cents)
);
create index refunds_due on refunds (due_at) where done_at is null;

-- What happened to a payment, step by step.
create table payment_events (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payments (id),
  at timestamptz not null default now(),
  event text not null check (length(event) <= 60),
  details jsonb not null default '{}'
);
create index payment_events_of_payment on payment_events (payment_id, id);

-- Messages of the gateway that were heard; each has its effect once.
create table gateway_messages (
  id text primary key check (length(id) <= 200),
  heard_at timestamptz not null default now()
);

-- The books. Every entry has lines that sum to zero; nothing in them is ever changed.
create table ledger_entries (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payments (id),
  kind text not null check (kind in ('capture', 'refund', 'earned')),
  at timestamptz not null default now(),
  unique (payment_id, kind)
);
create index ledger_entries_by_time on ledger_entries (at);
create table ledger_lines (
  entry_id bigint not null references ledger_entries (id),
  account text not null check (account in ('gateway', 'deposits', 'earnings')),
  -- Debit above zero, credit below.
  cents bigint not null check (cents <> 0),
  currency char(3) not null default 'USD',
  primary key (entry_id, account, currency)
);

create function ledger_entry_is_zero() returns trigger language plpgsql as $$
begin
  if exists (select 1 from ledger_lines where entry_id = new.entry_id group by currency having sum(cents) <> 0) then
    raise exception 'the ledger entry % does not sum to zero', new.entry_id using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create constraint trigger ledger_sums_to_zero after insert on ledger_lines
  deferrable initially deferred for each row execute function ledger_entry_is_zero();

create trigger ledger_entries_stay before update or delete or truncate on ledger_entries for each statement execute function refuse_change();
create trigger ledger_lines_stay before update or delete or truncate on ledger_lines for each statement execute function refuse_change();
create trigger payment_events_stay before update or delete or truncate on payment_events for each statement execute function refuse_change();

create table bookings (
  id bigint generated always as identity primary key,
  -- A booking is paid for, by its own payment.
  payment_id bigint not null unique references payments (id),
  listing_id bigint not null references listings (id),
  user_id bigint not null references users (id),
  offer text not null check (offer in ('Sell', 'Rent')),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at >= starts_at),
  total_cents bigint not null check (total_cents > 0),
  paid_cents bigint not null check (paid_cents between 0 and total_cents),
  status text not null default 'pending' check (status in ('pending', 'confirmed', 'completed', 'cancelled')),
  payment_status text not null default 'paid' check (payment_status in ('pending', 'paid', 'failed', 'refunded')),
  -- A worker confirms what the buyer's browser did not.
  due_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1
);
create unique index one_sale_of_a_car on bookings (listing_id) where offer = 'Sell' and status <> 'cancelled';
create index bookings_of_user on bookings (user_id, created_at desc);
create index bookings_of_listing on bookings (listing_id);
create index bookings_by_end on bookings (ends_at) where offer = 'Rent';
create index bookings_due on bookings (due_at) where due_at is not null;
create index bookings_newest on bookings (created_at desc, id desc) where deleted_at is null;

-- A car that somebody is paying for, has bought or has rented is not changed under their hands, whoever tries.
create function guard_claimed_listing() returns trigger language plpgsql as $$
begin
  if exists (select 1 from sale_claims where listing_id = new.id) then
    if new.deleted_at is not null and old.deleted_at is null
      or (new.status <> old.status and not ((old.status, new.status) = ('active', 'sold') and exists (
        select 1 from sale_claims join payments on payments.id = payment_id
        where sale_claims.listing_id = new.id and payments.state = 'captured')))
      or (new.offer, new.price_cents, new.tax_rate, new.registration_fee_cents, new.make_id, new.model_id, new.year)
        is distinct from (old.offer, old.price_cents, old.tax_rate, old.registration_fee_cents, old.make_id, old.model_id, old.year)
      or (new.vin, new.mileage, new.mileage_unit, new.currency)
        is distinct from (old.vin, old.mileage, old.mileage_unit, old.currency)
    then
      raise exception 'listing % is claimed', new.id using errcode = 'CQ001';
    end if;
  end if;
  if exists (select 1 from rental_days where listing_id = new.id and day >= (now() at time zone 'UTC')::date) then
    if new.deleted_at is not null and old.deleted_at is null
      or new.offer <> old.offer
      or (new.status <> old.status and new.status not in ('active', 'paused', 'rented'))
    then
      raise exception 'listing % is rented', new.id using errcode = 'CQ001';
    end if;
  end if;
  return new;
end
$$;
create trigger listing_guarded before update on listings for each row execute function guard_claimed_listing();
