-- What one person's statements paid counts for the limit of that person, until a second person has compared the statement with the bank.

create function are_two_people(first bigint, second bigint) returns boolean language sql stable as $$
  select first <> second and may_decide(second) and not exists (
    select 1 from admins
    where id = second and (from_environment or invited_by = first) or id = first and invited_by = second)
$$;

comment on function are_two_people(bigint, bigint) is
  'Whether the second one may confirm what the first one did: another person who may decide, who is not the account from the settings, and neither let '
  'the other in.';

create or replace function guard_approval() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if not may_decide(new.proposer_id) then
      raise exception 'this person may not propose' using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  if old.approved_at is not null or old.canceled_at is not null
    or (old.kind, old.payload, old.payload_hash, old.proposer_id, old.proposed_at, old.expires_at)
      is distinct from (new.kind, new.payload, new.payload_hash, new.proposer_id, new.proposed_at, new.expires_at) then
    raise exception 'a proposal never changes, and is decided once' using errcode = 'insufficient_privilege';
  end if;
  if new.approved_at is not null and (old.expires_at <= now()
    or not may_decide(new.proposer_id) or not are_two_people(new.proposer_id, new.approver_id)) then
    raise exception 'the proposal has expired, or these two people may not decide it' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

-- Lines that a later file brings for the same statement get a statement of their own, because somebody else may have imported that file.
alter table bank_statements
  drop constraint a_statement_is_stored_once,
  add constraint a_file_has_a_statement_once unique (account, currency, number, to_on, file_id);

create table statement_confirmations (
  statement_id bigint primary key references bank_statements (id),
  confirmed_by bigint not null references admins (id),
  confirmed_at timestamptz not null default now()
);

comment on table statement_confirmations is
  'Statements that a second person compared with the bank''s own site. Until then, what their lines paid counts for the limit of the importer. Append-only.';

create function guard_statement_confirmation() returns trigger language plpgsql as $$
begin
  if are_two_people((select f.imported_by from bank_statements s join statement_files f on f.id = s.file_id where s.id = new.statement_id),
    new.confirmed_by) is not true then
    raise exception 'this person may not confirm statement %', new.statement_id using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

comment on function guard_statement_confirmation() is
  'Refuses confirmations by the importer, the account from the settings, people who may not decide, and people who let the importer in or were let in by them.';

create trigger statements_are_confirmed_by_others before insert on statement_confirmations
  for each row execute function guard_statement_confirmation();
create trigger statement_confirmations_stay before update or delete or truncate on statement_confirmations
  for each statement execute function refuse_change();

comment on trigger statements_are_confirmed_by_others on statement_confirmations is 'Refuses a confirmation that is not by a second person.';
comment on trigger statement_confirmations_stay on statement_confirmations is 'Refuses to change, delete or truncate confirmations.';

create function keep_confirmed_statement() returns trigger language plpgsql as $$
begin
  if exists (select from added join statement_confirmations c on c.statement_id = added.statement_id) then
    raise exception 'a confirmed statement gets no more lines' using errcode = 'check_violation';
  end if;
  return null;
end
$$;

comment on function keep_confirmed_statement() is 'Refuses lines that a second person has not seen when they confirmed the statement.';

create trigger statement_lines_are_confirmed_once after insert on statement_lines
  referencing new table as added for each statement execute function keep_confirmed_statement();

comment on trigger statement_lines_are_confirmed_once on statement_lines is 'Refuses to add lines to a confirmed statement.';

create function lone_importer(of_statement bigint) returns bigint language sql stable as $$
  select f.imported_by from bank_statements s join statement_files f on f.id = s.file_id
  where s.id = of_statement and not exists (select from statement_confirmations c where c.statement_id = s.id)
$$;

comment on function lone_importer(bigint) is 'Who imported a statement, until a second person has confirmed it. Null from then on.';

create function imported_alone_today(person bigint) returns bigint language sql stable as $$
  select coalesce(sum(abs(coalesce(m.usd_cents, m.cents))), 0)::bigint
  from line_matches m join statement_lines l on l.id = m.line_id
  where m.matched_at > now() - interval '1 day' and m.kind not in ('return', 'set_aside') and lone_importer(l.statement_id) = person
$$;

comment on function imported_alone_today(bigint) is
  'What was matched within a day, by anybody, of statements that this person imported and nobody else confirmed: in US dollars, in and out together. '
  'An undone match counts, because otherwise one line could pay many orders in turn.';

create or replace function counted_today(person bigint) returns bigint language sql stable as $$
  select (
    select coalesce(sum(cents), 0) from cash_receipts
    where admin_id = person and approved_by is null and at > now() - interval '1 day'
  )::bigint + (
    select coalesce(sum(cents), 0) from security_moves
    where admin_id = person and approved_by is null and kind = 'taken' and at > now() - interval '1 day'
  )::bigint + imported_alone_today(person)
$$;

comment on function counted_today(bigint) is
  'The money of a day that rests on the word of one person: payments and security deposits that they recorded as taken in person without a second person, '
  'and what was matched of statements that they imported and nobody confirmed.';
comment on function counted_alone(bigint, bigint) is
  'Money that rests on the word of one person: payments of the order that were taken in person, or all that counts for the person within a day, whichever is more.';

create function limit_unconfirmed_match() returns trigger language plpgsql as $$
declare
  importer bigint;
begin
  select lone_importer(statement_id) into importer from statement_lines where id = new.line_id;
  if importer is null then return new; end if;
  perform from admins where id = importer for no key update;
  if counted_today(importer) + abs(coalesce(new.usd_cents, new.cents))
    > (select cash_limit_cents from order_terms order by version desc limit 1) then
    raise exception 'a second person has to confirm the statement of line %', new.line_id
      using errcode = 'check_violation', constraint = 'statement_is_confirmed';
  end if;
  return new;
end
$$;

comment on function limit_unconfirmed_match() is
  'Refuses a match of a statement that nobody confirmed, if the money of a day that rests on the word of its importer would exceed the limit. '
  'Locks the importer, so that two matches wait for each other.';

-- Runs after line_matches_are_numbered, which fills in the amount: triggers run in the order of their names.
create trigger line_matches_of_unconfirmed_are_limited before insert on line_matches
  for each row when (new.kind not in ('return', 'set_aside')) execute function limit_unconfirmed_match();

comment on trigger line_matches_of_unconfirmed_are_limited on line_matches is
  'Refuses matches above the limit of the importer, unless a second person has confirmed the statement.';

create view statements_to_confirm as
  select l.statement_id
  from open_lines o join statement_lines l on l.id = o.line_id left join lateral rate_near(l.currency, l.booked_on) r on l.currency <> 'USD'
  where o.left_cents <> 0 and not exists (select from statement_confirmations c where c.statement_id = l.statement_id)
  group by 1
  having max(case when l.currency = 'USD' then abs(o.left_cents)
      else abs(o.left_cents) / (10 ^ decimals_of(l.currency))::numeric / r.per_usd * 100 end)
    > (select cash_limit_cents from order_terms order by version desc limit 1) - counted_today(lone_importer(l.statement_id));

comment on view statements_to_confirm is
  'Statements of which a line waits for a second person: it is above what is left of the limit of the importer. A line in another currency counts by '
  'its exchange rate, and not without one.';

comment on column order_terms.cash_limit_cents is
  'What one person may record as taken in person, of an order and within a day, together with what was matched of statements that they imported and '
  'nobody confirmed. More needs a second person. The newest version counts.';
