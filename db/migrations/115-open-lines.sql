-- The lines of statements that are not matched yet, or set aside, are in a table of their own: lists no longer sum the parts of all lines.

create table open_lines (
  line_id bigint primary key references statement_lines (id),
  left_cents bigint not null,
  set_aside_cents bigint not null,
  constraint open_or_set_aside check (left_cents <> 0 or set_aside_cents <> 0)
);

comment on table open_lines is
  'The lines of statements of which something is left to match or was set aside. All others are matched. Kept by triggers on lines and their matches.';
comment on column open_lines.left_cents is 'What is left to match, with the sign of the line. 0 if nothing is left and a part was set aside.';

create function count_line_rest(of_line bigint) returns void language plpgsql as $$
declare
  line_cents bigint;
  left_now bigint;
  set_aside_now bigint;
begin
  select cents into line_cents from statement_lines where id = of_line for no key update;
  select line_cents - coalesce(sum(cents), 0), coalesce(sum(cents) filter (where kind = 'set_aside'), 0) into left_now, set_aside_now
    from live_line_matches where line_id = of_line;
  if left_now = 0 and set_aside_now = 0 then
    delete from open_lines where line_id = of_line;
  else
    insert into open_lines (line_id, left_cents, set_aside_cents) values (of_line, left_now, set_aside_now)
      on conflict (line_id) do update set left_cents = excluded.left_cents, set_aside_cents = excluded.set_aside_cents;
  end if;
end
$$;

comment on function count_line_rest(bigint) is 'Updates the row of a line in open_lines. Locks the line, so that two matches of it count one after the other.';

create function open_new_lines() returns trigger language plpgsql as $$
begin
  insert into open_lines (line_id, left_cents, set_aside_cents) select id, cents, 0 from added;
  return null;
end
$$;

create function count_matched_line() returns trigger language plpgsql as $$
begin
  perform count_line_rest(new.line_id);
  return null;
end
$$;

create function count_unmatched_line() returns trigger language plpgsql as $$
begin
  perform count_line_rest(line_id) from line_matches where id = new.match_id;
  return null;
end
$$;

comment on function open_new_lines() is 'Adds new lines to open_lines.';
comment on function count_matched_line() is 'Updates open_lines after a match.';
comment on function count_unmatched_line() is 'Updates open_lines after a match was undone.';

create trigger statement_lines_begin_open after insert on statement_lines
  referencing new table as added for each statement execute function open_new_lines();
create trigger line_matches_count after insert on line_matches for each row execute function count_matched_line();
create trigger line_match_undos_count after insert on line_match_undos for each row execute function count_unmatched_line();

comment on trigger statement_lines_begin_open on statement_lines is 'A new line is open.';
comment on trigger line_matches_count on line_matches is 'Keeps what is left of the line.';
comment on trigger line_match_undos_count on line_match_undos is 'Keeps what is left of the line.';

insert into open_lines (line_id, left_cents, set_aside_cents)
  select line_id, cents, set_aside_cents from line_rests where cents <> 0 or set_aside_cents <> 0;

create or replace view line_rests as
  select l.id as line_id, coalesce(o.left_cents, 0) as cents, coalesce(o.set_aside_cents, 0) as set_aside_cents
  from statement_lines l left join open_lines o on o.line_id = l.id;

comment on view line_rests is 'What is left of each line of a statement to match, and what of it was set aside. Lists read open_lines.';

create index statement_lines_by_words on statement_lines using gin (lower(
  coalesce(counterparty, '') || ' ' || text || ' ' || coalesce(bank_reference, '') || ' ' || coalesce(end_to_end_id, '') || ' '
  || coalesce(counterparty_account, '')) gin_trgm_ops);
create index statement_lines_by_amount on statement_lines (abs(cents));
