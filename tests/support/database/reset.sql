-- Lets a test file take over the database of the one before, with its connections and their planned statements. `reset` empties
-- the tables but for the rows of migrations; `is_changed` says that a test changed the schema, which `reset` cannot take back.
create schema test_kit;

create table test_kit.schema_changes (tag text not null);

create function test_kit.record_change() returns event_trigger language plpgsql as $$
begin
  if exists (select from pg_event_trigger_ddl_commands() where schema_name is distinct from 'pg_temp') then
    insert into test_kit.schema_changes values (tg_tag);
  end if;
end
$$;

create function test_kit.record_drop() returns event_trigger language plpgsql as $$
begin
  if exists (select from pg_event_trigger_dropped_objects() where not is_temporary) then
    insert into test_kit.schema_changes values (tg_tag);
  end if;
end
$$;

-- The rows of migrations, and the columns that an insert can name.
create table test_kit.tables as
  select c.oid::regclass as name, 'test_kit.' || quote_ident('rows_' || c.relname) as kept, string_agg(quote_ident(attname), ', ' order by attnum) as columns,
    false as has_rows
  from pg_class c join pg_attribute a on a.attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
  where relnamespace = 'public'::regnamespace and relkind = 'r' group by c.oid, c.relname;

do $$
declare
  one record;
begin
  for one in select * from test_kit.tables loop
    execute format('create table %s as select %s from %s', one.kept, one.columns, one.name);
    execute format('update test_kit.tables set has_rows = exists (select from %s) where name = %L::regclass', one.kept, one.name);
  end loop;
end
$$;

create table test_kit.sequences as
  select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name, coalesce(last_value, start_value) as value, last_value is not null as is_called
  from pg_sequences where schemaname = 'public';

create function test_kit.reset() returns void language plpgsql as $$
declare
  one record;
  is_dirty boolean;
begin
  -- Neither triggers, which forbid the deletion of some rows, nor foreign keys.
  set local session_replication_role = replica;
  for one in select * from test_kit.tables loop
    if one.has_rows then
      execute format(
        'select (select coalesce(sum(hashtextextended(t::text, 0)), 0) from (select %1$s from %2$s) t) <> (select coalesce(sum(hashtextextended(t::text, 0)), 0) from %3$s t)',
        one.columns, one.name, one.kept) into is_dirty;
    else
      execute format('select exists (select from %s)', one.name) into is_dirty;
    end if;
    if is_dirty then
      execute format('delete from %s', one.name);
      if one.has_rows then
        execute format('insert into %s (%s) overriding system value select * from %s', one.name, one.columns, one.kept);
      end if;
    end if;
  end loop;
  perform setval(name::regclass, value, is_called) from test_kit.sequences;
end
$$;

create event trigger record_change on ddl_command_end execute function test_kit.record_change();
create event trigger record_drop on sql_drop execute function test_kit.record_drop();
