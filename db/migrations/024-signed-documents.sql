-- Documents that are numbered without gaps, signed and stored once, and the operator's bank accounts.

create table bank_account_versions (
  version integer primary key check (version > 0),
  holder text not null check (length(holder) between 1 and 140),
  bank text not null check (length(bank) between 1 and 300),
  account text not null check (account ~ '^[A-Z0-9]{6,34}$'),
  bic text not null check (bic ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'),
  is_demo boolean not null default false,
  proposed_by bigint references admins (id),
  approved_by bigint references admins (id),
  approved_at timestamptz not null default now(),
  effective_at timestamptz not null,
  canceled_by bigint references admins (id),
  canceled_at timestamptz,
  constraint two_people check (
    case when version = 1 then approved_by is null and is_demo = (proposed_by is null)
    else not is_demo and proposed_by is not null and approved_by is not null and approved_by <> proposed_by end
  ),
  constraint a_day_later check (version = 1 or effective_at >= approved_at + interval '24 hours'),
  constraint canceled_in_time check ((canceled_by is null) = (canceled_at is null) and canceled_at < effective_at)
);

comment on table bank_account_versions is
  'The operator''s account for transfers, by version. The newest one that is in effect and was not canceled is printed on documents.';
comment on column bank_account_versions.account is 'IBAN or account number, without spaces.';
comment on column bank_account_versions.is_demo is 'An invented account of the demo.';
comment on column bank_account_versions.proposed_by is 'Null for the account of the demo.';
comment on column bank_account_versions.approved_by is 'Null for the first account, which takes effect at once.';

create function guard_bank_account() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.canceled_at is not null
      or to_jsonb(old) - '{canceled_by,canceled_at}'::text[] <> to_jsonb(new) - '{canceled_by,canceled_at}'::text[] then
      raise exception 'a bank account never changes; a version can be canceled once' using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  lock table bank_account_versions in share row exclusive mode;
  new.approved_at := now();
  if new.version <> (select coalesce(max(version), 0) + 1 from bank_account_versions)
    or exists (select 1 from bank_account_versions where canceled_at is null and effective_at > now()) then
    raise exception 'another version of the bank account came first' using errcode = 'unique_violation';
  end if;
  if new.version > 1 and not exists (
    select 1 from approvals a
    where a.kind = 'bank account' and a.proposer_id = new.proposed_by and a.approver_id = new.approved_by
      and a.approved_at = now() and a.payload::jsonb @> jsonb_build_object(
        'holder', new.holder, 'bank', new.bank, 'account', new.account, 'bic', new.bic)
  ) then
    raise exception 'a second person has to approve this bank account' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

comment on function guard_bank_account() is
  'Refuses a version that no second person approved in this transaction, a second pending one, and every change except a cancellation.';

create trigger bank_accounts_are_guarded before insert or update on bank_account_versions
  for each row execute function guard_bank_account();
create trigger bank_accounts_stay before delete or truncate on bank_account_versions
  for each statement execute function refuse_change();

comment on trigger bank_accounts_are_guarded on bank_account_versions is 'Guards versions of the bank account.';
comment on trigger bank_accounts_stay on bank_account_versions is 'Refuses to delete or truncate versions.';

create table document_keys (
  kid text primary key check (kid ~ '^[A-Za-z0-9_-]{8}$'),
  public_key bytea not null unique check (octet_length(public_key) = 32),
  added_at timestamptz not null default now(),
  current_from timestamptz,
  retired_at timestamptz,
  compromised_at timestamptz,
  trusted_up_to bigint,
  check (retired_at is null or current_from is not null),
  check ((compromised_at is null) = (trusted_up_to is null))
);

comment on table document_keys is
  'Public halves of the Ed25519 keys that sign documents. The private halves are in the settings or in a file.';
comment on column document_keys.kid is 'The first 8 characters of the JWK thumbprint (RFC 7638).';
comment on column document_keys.current_from is 'Null for the next key, which is published before it is used.';
comment on column document_keys.trusted_up_to is
  'Of a compromised key: the last document that was sealed before the key was compromised; 0 if none was.';

create unique index document_keys_one_current on document_keys ((true))
  where current_from is not null and retired_at is null and compromised_at is null;
create unique index document_keys_one_next on document_keys ((true))
  where current_from is null and compromised_at is null;

create function guard_document_key() returns trigger language plpgsql as $$
begin
  if (old.kid, old.public_key, old.added_at) is distinct from (new.kid, new.public_key, new.added_at)
    or (old.current_from is not null and old.current_from is distinct from new.current_from)
    or (old.retired_at is not null and old.retired_at is distinct from new.retired_at)
    or (old.compromised_at is not null
      and (old.compromised_at, old.trusted_up_to) is distinct from (new.compromised_at, new.trusted_up_to)) then
    raise exception 'a key of documents only moves on to its next state' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

comment on function guard_document_key() is 'Refuses to change a key, and to undo a state that it has reached.';

create trigger document_keys_move_on before update on document_keys for each row execute function guard_document_key();
create trigger document_keys_stay before delete or truncate on document_keys
  for each statement execute function refuse_change();

comment on trigger document_keys_move_on on document_keys is 'Guards the states of a key.';
comment on trigger document_keys_stay on document_keys is
  'Refuses to delete or truncate keys, because old documents are verified by them.';

create table document_series (
  kind text primary key check (length(kind) between 1 and 40),
  prefix text not null unique check (prefix ~ '^[A-Z]{1,4}$'),
  year integer not null default 0,
  last integer not null default 0 check (last >= 0),
  last_on date not null default '2000-01-01'
);

comment on table document_series is
  'The last number of each kind of document. Numbers of a kind and year have no gaps: the row is locked until the issuing transaction ends.';
comment on column document_series.last_on is 'The date of the last document. Dates never go back, not even with the clock.';

insert into document_series (kind, prefix) values
  ('receipt', 'R'), ('pro_forma', 'PF'), ('invoice', 'INV'), ('credit_note', 'CN'), ('contract', 'CT'),
  ('landed_cost_quote', 'LC'), ('payout_statement', 'PS');

create function guard_document_series() returns trigger language plpgsql as $$
begin
  if (new.kind, new.prefix) is distinct from (old.kind, old.prefix) or new.last_on < old.last_on
    or not (new.year = old.year and new.last = old.last + 1 or new.year > old.year and new.last = 1) then
    raise exception 'the numbers of % leave no gap', old.kind using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

comment on function guard_document_series() is 'Lets a series only go on by one, or start a later year at 1.';

create trigger document_series_counts before update on document_series
  for each row execute function guard_document_series();
create trigger document_series_stay before delete or truncate on document_series
  for each statement execute function refuse_change();

comment on trigger document_series_counts on document_series is 'Refuses gaps and repetitions.';
comment on trigger document_series_stay on document_series is 'Refuses to delete or truncate series.';

create function next_document_number(wanted text, zone text, out year integer, out n integer, out number text,
  out issued_at timestamptz, out issued_on date) language plpgsql as $$
declare
  series document_series;
begin
  select * into strict series from document_series where kind = wanted for update;
  -- The clock is read under the lock, so that numbers and times have the same order.
  issued_at := clock_timestamp();
  issued_on := greatest((issued_at at time zone zone)::date, series.last_on);
  year := extract(year from issued_on);
  n := case when year = series.year then series.last + 1 else 1 end;
  update document_series set year = next_document_number.year, last = n, last_on = issued_on where kind = wanted;
  number := format('%s-%s-%s', series.prefix, year, lpad(n::text, greatest(6, length(n::text)), '0'));
end
$$;

comment on function next_document_number(text, text) is
  'Takes the next number of a kind and holds its series until the transaction ends, which must insert the document.';

create table issued_documents (
  id bigint generated always as identity primary key,
  kind text not null references document_series (kind),
  year integer not null,
  n integer not null check (n > 0),
  number text not null unique check (length(number) <= 40),
  code text not null unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{10}$'),
  subject_kind text not null check (length(subject_kind) between 1 and 40),
  subject_id bigint not null,
  occasion text not null check (length(occasion) <= 80),
  locale text not null check (length(locale) <= 40),
  claims text not null check (length(claims) <= 10000),
  paper text not null check (length(paper) <= 200000),
  signed text not null check (length(signed) <= 1000),
  kid text not null references document_keys (kid),
  signature bytea not null check (octet_length(signature) = 64),
  supersedes bigint unique references issued_documents (id),
  bank_account_version integer references bank_account_versions (version),
  issued_at timestamptz not null,
  issued_on date not null,
  unique (kind, year, n),
  unique (kind, subject_kind, subject_id, occasion)
);

comment on table issued_documents is
  'Documents as they were issued: number, figures and signature. Append-only; a wrong document is superseded by another.';
comment on column issued_documents.code is 'Printed on the document; opens its page at /verify. Crockford base 32.';
comment on column issued_documents.subject_kind is 'What the document is about, such as booking.';
comment on column issued_documents.occasion is
  'Tells the documents of a kind about one subject apart, so that none is issued twice.';
comment on column issued_documents.claims is 'The figures that anybody with the code may see, as JSON with sorted keys.';
comment on column issued_documents.paper is 'Everything else on the document, as JSON with sorted keys.';
comment on column issued_documents.signed is
  'The text in the QR code, which the signature covers: short figures and the SHA-256 of claims and paper.';

create index issued_documents_of_subject on issued_documents (subject_kind, subject_id, kind, id);

create function check_document_number() returns trigger language plpgsql as $$
begin
  if not exists (
    select 1 from document_series s
    where s.kind = new.kind and s.year = new.year and s.last = new.n and s.last_on = new.issued_on
  ) then
    raise exception '% is not the number that was taken', new.number using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

comment on function check_document_number() is 'Refuses a document whose number this transaction has not just taken.';

create trigger issued_documents_are_numbered before insert on issued_documents
  for each row execute function check_document_number();
create trigger issued_documents_stay before update or delete or truncate on issued_documents
  for each statement execute function refuse_change();

comment on trigger issued_documents_are_numbered on issued_documents is 'Refuses numbers that were not taken from the series.';
comment on trigger issued_documents_stay on issued_documents is 'Refuses to change, delete or truncate documents.';

create function check_number_is_used() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from issued_documents d where d.kind = new.kind and d.year = new.year and d.n = new.last) then
    raise exception 'number % of % was taken without a document', new.last, new.kind using errcode = 'insufficient_privilege';
  end if;
  return null;
end
$$;

comment on function check_number_is_used() is 'Refuses to commit a number without its document.';

create constraint trigger document_numbers_are_used after update on document_series
  deferrable initially deferred for each row execute function check_number_is_used();

comment on trigger document_numbers_are_used on document_series is 'Refuses, at commit, a number without a document.';

create table documents_to_render (
  document_id bigint primary key references issued_documents (id),
  attempts integer not null default 0,
  due_at timestamptz not null default now()
);

comment on table documents_to_render is 'Documents whose PDF is not stored yet.';

create index documents_to_render_due on documents_to_render (due_at);

create function queue_document() returns trigger language plpgsql as $$
begin
  insert into documents_to_render (document_id) values (new.id);
  return null;
end
$$;

comment on function queue_document() is 'Queues a new document for rendering in the issuing transaction.';

create trigger issued_documents_are_queued after insert on issued_documents
  for each row execute function queue_document();

comment on trigger issued_documents_are_queued on issued_documents is 'Lets the worker render each new document.';

create table document_files (
  document_id bigint primary key references issued_documents (id),
  pdf bytea not null,
  sha256 bytea not null unique,
  stored_at timestamptz not null default now(),
  constraint hash_of_pdf check (sha256 = sha256(pdf))
);

comment on table document_files is 'The PDF of each document, stored once. Its last line signs the bytes before it.';

create trigger document_files_stay before update or delete or truncate on document_files
  for each statement execute function refuse_change();

comment on trigger document_files_stay on document_files is 'Refuses to change, delete or truncate files.';

create table document_revocations (
  document_id bigint primary key references issued_documents (id),
  reason text not null check (length(reason) between 1 and 500),
  revoked_by bigint references admins (id),
  revoked_at timestamptz not null default now()
);

comment on table document_revocations is 'Documents that are no longer valid and have no successor. Append-only.';
comment on column document_revocations.revoked_by is 'Null if the system revoked it.';

create trigger document_revocations_stay before update or delete or truncate on document_revocations
  for each statement execute function refuse_change();

comment on trigger document_revocations_stay on document_revocations is 'Refuses to change, delete or truncate revocations.';

-- Receipts of earlier versions stay in documents. Their hash finds a file that somebody wants to verify.
create index documents_of_hash on documents (sha256(pdf));
