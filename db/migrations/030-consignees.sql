-- Who receives the cars of an order, and when a login last changed hands.

alter table users
  add column email_changed_at timestamptz,
  add column password_reset_at timestamptz;

comment on column users.email_changed_at is 'When the address last changed; null if it never did. It blocks changes of consignees for 72 hours.';
comment on column users.password_reset_at is
  'When the password was last set with an emailed link; null if it never was. It blocks changes of consignees for 72 hours.';

update users u set email_changed_at = a.at
from (select subject_id, max(at) as at from audit_log
  where action in ('email changed', 'email change undone') and subject_kind = 'user' group by subject_id) a
where a.subject_id = u.id;

update users u set password_reset_at = a.at
from (select subject_id, max(at) as at from audit_log
  where action = 'password reset' and subject_kind = 'user' group by subject_id) a
where a.subject_id = u.id;

create table consignees (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id),
  name text not null check (length(name) <= 140),
  address text not null check (length(address) <= 300),
  id_number text not null check (length(id_number) <= 40),
  country char(2) not null check (country ~ '^[A-Z]{2}$'),
  phone text not null check (length(phone) <= 30),
  notify_party text not null check (length(notify_party) <= 300),
  is_locked boolean not null,
  made_at timestamptz not null,
  effective_at timestamptz not null,
  applied_at timestamptz,
  canceled_at timestamptz,
  canceled_by text check (canceled_by in ('buyer', 'seller', 'admin', 'system')),
  erased_at timestamptz,
  constraint a_day_later check (
    effective_at >= made_at + case when is_locked then interval '24 hours' else interval '0' end
    and applied_at >= effective_at),
  constraint applied_or_canceled check (num_nonnulls(applied_at, canceled_at) <= 1),
  constraint canceled_by_somebody check ((canceled_at is null) = (canceled_by is null))
);

comment on table consignees is
  'Who receives the cars of an order, by version: the newest one with applied_at counts. Without one it is the buyer. Rows never '
  'change, except that a version is applied or canceled once, and that its personal data is erased with the account.';
comment on column consignees.notify_party is 'Whom the carrier tells of the arrival; empty: the consignee.';
comment on column consignees.is_locked is 'Named after money had arrived: it takes effect a day later at the earliest.';

create unique index consignees_one_pending on consignees (order_id) where applied_at is null and canceled_at is null;
create index consignees_of_order on consignees (order_id, id);
create index consignees_due on consignees (effective_at) where applied_at is null and canceled_at is null;

create function guard_consignee() returns trigger language plpgsql as $$
declare
  ending constant text[] := '{applied_at,canceled_at,canceled_by}';
  person constant text[] := '{name,address,id_number,phone,notify_party,erased_at}';
begin
  if old.erased_at is null and new.erased_at is not null then
    if new.name || new.address || new.id_number || new.phone || new.notify_party <> ''
      or to_jsonb(old) - person <> to_jsonb(new) - person then
      raise exception 'a consignee is erased as a whole' using errcode = 'insufficient_privilege';
    end if;
  elsif num_nonnulls(old.applied_at, old.canceled_at) > 0 or to_jsonb(old) - ending <> to_jsonb(new) - ending then
    raise exception 'a consignee never changes; it is applied or canceled once' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

comment on function guard_consignee() is 'Refuses every change of a consignee except to apply, cancel or erase it once.';

create trigger consignees_are_guarded before update on consignees for each row execute function guard_consignee();
create trigger consignees_stay before delete or truncate on consignees for each statement execute function refuse_change();

comment on trigger consignees_are_guarded on consignees is 'Guards versions of a consignee.';
comment on trigger consignees_stay on consignees is 'Refuses to delete or truncate consignees.';

create table consignee_codes (
  order_id bigint primary key references orders (id),
  salt bytea not null check (octet_length(salt) = 16),
  code_hash bytea not null check (octet_length(code_hash) = 32),
  content_hash bytea not null check (octet_length(content_hash) = 32),
  tries smallint not null default 0 check (tries >= 0),
  expires_at timestamptz not null
);

comment on table consignee_codes is 'Emailed codes that confirm a new consignee. A newer code replaces the older one.';
comment on column consignee_codes.content_hash is 'SHA-256 of exactly the consignee that the code confirms.';

create table consignee_links (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  consignee_id bigint not null references consignees (id),
  party text not null check (party in ('buyer', 'seller', 'admin'))
);

comment on table consignee_links is 'Emailed links that cancel a pending consignee, one for each recipient.';

create index consignee_links_of on consignee_links (consignee_id);
