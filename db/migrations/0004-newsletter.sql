create table newsletter_subscribers (
  id bigint generated always as identity primary key,
  email text not null check (length(email) <= 254),
  email_key text not null unique,
  -- Null until the person has followed the link in the mail that asks whether it was really them.
  confirmed_at timestamptz,
  created_at timestamptz not null default now()
);
