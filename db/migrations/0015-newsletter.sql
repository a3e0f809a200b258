-- Subscribing takes the address's owner: a mailed link confirms it once, and every mail has a link that ends it.
alter table newsletter_subscribers
  add column confirm_hash bytea unique,
  add column asked_at timestamptz not null default now(),
  -- Kept as it is, for it stands in every mail; all that it can do is end the subscription.
  add column unsubscribe_token uuid not null unique default gen_random_uuid();
create index newsletter_subscribers_unconfirmed on newsletter_subscribers (asked_at) where confirmed_at is null;

alter table mail_outbox add column unsubscribe_url text check (length(unsubscribe_url) <= 500);
