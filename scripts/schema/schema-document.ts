import type pg from 'pg';

type Named = { name: string; comment: string | null };
type Column = Named & { type: string; nullable: boolean; value: string | null; references: string | null };
type Constraint = { name: string; kind: 'p' | 'u' | 'f' | 'c'; definition: string };
type Index = { name: string; unique: boolean; definition: string };
type Trigger = Named & { definition: string; function: string };
type Table = Named & { columns: Column[]; constraints: Constraint[]; indexes: Index[]; triggers: Trigger[] };
type Schema = { tables: Table[]; functions: Named[]; sequences: Named[]; extensions: string[] };

/** Reads the schema. Tables and triggers are in the order of their creation. */
const SCHEMA = `
  select
    (select json_agg(json_build_object(
      'name', relname,
      'comment', obj_description(pg_class.oid, 'pg_class'),
      'columns', (
        select json_agg(json_build_object(
          'name', attname,
          'comment', col_description(attrelid, attnum),
          'type', format_type(atttypid, atttypmod),
          'nullable', not attnotnull,
          'value', case when attidentity <> '' then 'identity' when attgenerated <> '' then 'generated'
            else pg_get_expr(adbin, adrelid) end,
          'references', (
            select confrelid::regclass::text from pg_constraint where conrelid = attrelid and contype = 'f' and conkey = array[attnum]
          )
        ) order by attnum)
        from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped
      ),
      'constraints', (
        select coalesce(json_agg(json_build_object(
          'name', conname, 'kind', contype, 'definition', pg_get_constraintdef(oid, true)
        ) order by position(contype::text in 'pufc'), conname), '[]')
        from pg_constraint where conrelid = pg_class.oid and contype in ('p', 'u', 'f', 'c')
      ),
      'indexes', (
        select coalesce(json_agg(json_build_object(
          'name', indexrelid::regclass::text, 'unique', indisunique, 'definition', pg_get_indexdef(indexrelid, 0, true)
        ) order by indexrelid::regclass::text), '[]')
        from pg_index
        where indrelid = pg_class.oid and not exists (select from pg_constraint where conindid = indexrelid and contype <> 'f')
      ),
      'triggers', (
        select coalesce(json_agg(json_build_object(
          'name', tgname, 'comment', obj_description(oid, 'pg_trigger'), 'definition', pg_get_triggerdef(oid, true),
          'function', tgfoid::regproc::text
        ) order by oid), '[]')
        from pg_trigger where tgrelid = pg_class.oid and not tgisinternal
      )
    ) order by oid) from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r') as tables,
    (select json_agg(json_build_object('name', oid::regprocedure::text, 'comment', obj_description(oid, 'pg_proc'))
      order by proname)
      from pg_proc where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')) as functions,
    (select json_agg(json_build_object('name', relname, 'comment', obj_description(oid, 'pg_class')) order by relname)
      from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'
        and not exists (select from pg_depend where objid = pg_class.oid and deptype in ('a', 'i'))) as sequences,
    (select json_agg(extname order by extname) from pg_extension where extname <> 'plpgsql') as extensions`;

/** Describes the schema of a migrated database in Markdown. */
export async function schemaDocument(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<Schema>(SCHEMA);
  const { tables, functions, sequences, extensions } = rows[0]!;
  const byName = tables.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return `${[
    '# Database schema',
    'Generated from `db/migrations/` by `npm run schema`. Do not edit: change the comments in the migrations instead.',
    `Columns are not null unless their type says "or null". PostgreSQL extensions: ${extensions.map(code).join(', ')}.`,
    list(byName.map(({ name, comment }) => `[${name}](#${name})${comment ? `: ${comment}` : ''}`)),
    ...tables.flatMap(tableSection),
    '## Functions',
    list(functions.map(described)),
    '## Sequences',
    list(sequences.map(described)),
  ].join('\n\n')}\n`;
}

function tableSection({ name, comment, columns, constraints, indexes, triggers }: Table): string[] {
  return [
    `## ${name}`,
    ...(comment ? [comment] : []),
    ['| Column | Type | Default | |', '|---|---|---|---|', ...columns.map(columnRow)].join('\n'),
    ...part('Keys and checks', constraints.map(constraintLine)),
    ...part('Indexes', indexes.map(indexLine)),
    ...part('Triggers', triggers.map(triggerLine)),
  ];
}

function columnRow({ name, type, nullable, value, references, comment }: Column): string {
  const notes = [references && `References [${references}](#${references}).`, comment].filter(Boolean).join(' ');
  const cells = [name, `${shortType(type)}${nullable ? ' or null' : ''}`, value ? code(short(value)) : '', notes];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function constraintLine({ name, kind, definition }: Constraint): string {
  const text = short(definition);
  return kind === 'c' ? `${code(checkOf(text))} (${name})` : `${code(text)} (${name})`;
}

function indexLine({ name, unique, definition }: Index): string {
  return `${name}: ${unique ? 'unique, ' : ''}${code(short(definition.replace(/^.* USING (btree )?/, '')))}`;
}

/** Describes when a trigger fires, from its definition, and what it guards, from its comment. */
function triggerLine({ name, comment, definition, function: called }: Trigger): string {
  const when = definition.replace(/^CREATE (CONSTRAINT )?TRIGGER \S+ /, '').replace(/ EXECUTE FUNCTION .*$/, '');
  return `**${name}**: ${comment ?? ''} Runs \`${called}()\`: ${code(short(when))}.`;
}

function part(title: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : [`${title}:`, list(lines)];
}

const list = (lines: string[]) => lines.map((line) => `- ${line}`).join('\n');
const code = (text: string) => `\`${text}\``;
const described = ({ name, comment }: Named) => `**${name}**: ${comment ?? ''}`;
const shortType = (type: string) => type.replace('timestamp with time zone', 'timestamptz');

/** Shortens an expression printed by PostgreSQL: `a in (…)`, and no casts of literals to text. */
function short(expression: string): string {
  return shortType(expression)
    .replaceAll(/'::(text|bpchar)\b(\[\])?/g, "'")
    .replaceAll(/(\w+) = ANY \(ARRAY\[([^\]]*)\]\)/g, '$1 in ($2)');
}

function checkOf(definition: string): string {
  return definition.replace(/^CHECK \((.*)\)$/s, '$1');
}
