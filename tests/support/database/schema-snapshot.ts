import type { Queryable } from '#lib/server/database/postgres.ts';

/** One SELECT per kind of object. Lines start with the object's name, which then appears in a diff. */
const KINDS = [
  `select format('schema %s: privileges %s', nspname, nspacl::text) from pg_namespace where nspname = 'public'`,

  `select format('extension %s', extname) from pg_extension`,

  `select format('%s %s: persistence %s, options %s, row security %s, privileges %s, view %s, comment %s',
     case relkind when 'S' then 'sequence' when 'r' then 'table' else 'relation ' || relkind::text end, relname, relpersistence,
     reloptions::text, relrowsecurity, relacl::text, case when relkind in ('v', 'm') then pg_get_viewdef(oid) end,
     obj_description(oid, 'pg_class'))
   from pg_class where relnamespace = 'public'::regnamespace and relkind not in ('i', 'I')`,

  `select format('column %s.%s: %s collate %s, not null %s, identity "%s", generated "%s", default %s, storage %s, '
     'compression "%s", privileges %s, comment %s', attrelid::regclass, attname, format_type(atttypid, atttypmod),
     attcollation, attnotnull, attidentity, attgenerated, pg_get_expr(adbin, adrelid), attstorage, attcompression,
     attacl::text, col_description(attrelid, attnum))
   from pg_attribute
   join pg_class on pg_class.oid = attrelid
   left join pg_attrdef on adrelid = attrelid and adnum = attnum
   where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') and attnum > 0 and not attisdropped`,

  `select format('constraint %s on %s: %s, validated %s, comment %s', conname, conrelid::regclass,
     pg_get_constraintdef(oid), convalidated, obj_description(oid, 'pg_constraint'))
   from pg_constraint where connamespace = 'public'::regnamespace`,

  `select format('index %s: %s, valid %s, clustered %s, replica identity %s, options %s, comment %s', relname,
     pg_get_indexdef(indexrelid), indisvalid, indisclustered, indisreplident, reloptions::text,
     obj_description(indexrelid, 'pg_class'))
   from pg_index join pg_class on pg_class.oid = indexrelid where relnamespace = 'public'::regnamespace`,

  `select format('trigger %s on %s: %s, enabled %s, comment %s', tgname, tgrelid::regclass, pg_get_triggerdef(pg_trigger.oid),
     tgenabled, obj_description(pg_trigger.oid, 'pg_trigger'))
   from pg_trigger join pg_class on pg_class.oid = tgrelid
   where relnamespace = 'public'::regnamespace and not tgisinternal`,

  `select format('function %s: %s, privileges %s, comment %s', oid::regprocedure, pg_get_functiondef(oid), proacl::text,
     obj_description(oid, 'pg_proc'))
   from pg_proc where pronamespace = 'public'::regnamespace and prokind in ('f', 'p', 'w')
     and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`,

  `select format('sequence %s counts: %s from %s by %s within %s to %s, cache %s, cycle %s, owned by %s', seqrelid::regclass,
     format_type(seqtypid, null), seqstart, seqincrement, seqmin, seqmax, seqcache, seqcycle,
     (select refobjid::regclass || '.' || attname from pg_depend
      join pg_attribute on attrelid = refobjid and attnum = refobjsubid
      where objid = seqrelid and deptype in ('a', 'i')))
   from pg_sequence join pg_class on pg_class.oid = seqrelid where relnamespace = 'public'::regnamespace`,

  `select format('type %s: kind %s, base %s, labels %s', typname, typtype, format_type(typbasetype, typtypmod),
     (select array_agg(enumlabel order by enumsortorder)::text from pg_enum where enumtypid = pg_type.oid))
   from pg_type where typnamespace = 'public'::regnamespace and typtype in ('d', 'e', 'r', 'm')
     and not exists (select from pg_depend where objid = pg_type.oid and deptype = 'e')`,

  `select format('default privileges of %s: %s', defaclrole::regrole, defaclacl::text) from pg_default_acl`,
];

/** Describes everything in the schema, one sorted line per object. Ignores the order of columns and all rows. */
export async function schemaSnapshot(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ line: string }>(
    `select line from (${KINDS.join(' union all ')}) as objects (line) order by line collate "C"`,
  );
  return rows.map(({ line }) => line);
}
