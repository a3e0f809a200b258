import { type Columns, execute, type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { Makes, Models } from '#lib/server/database/rows.ts';

export type Make = Pick<Makes, 'id' | 'name' | 'aliases'>;
export type Model = Columns<Models, 'id' | 'make_id' | 'name' | 'aliases'>;

const COUNTS = statement(
  `select (select count(*) || '.' || coalesce(sum(revision), 0) from makes where known or $1 or merged_into is not null) as makes,
     (select count(*) || '.' || coalesce(sum(revision), 0) from models where known or $1 or merged_into is not null) as models`,
);

/** Changes whenever a make or model is added, decided about or, unless `unknown`, becomes known. */
export async function vehiclesVersion(db: Queryable, unknown: boolean): Promise<string> {
  const [row] = await rowsOf<{ makes: string; models: string }>(db, COUNTS, [unknown]);
  return `${row?.makes}.${row?.models}`;
}

const MAKES = statement(
  'select id, name, aliases from makes where known or ($1 and merged_into is null) order by name',
);
const MODELS = statement(
  'select id, make_id as "makeId", name, aliases from models where known or ($1 and merged_into is null) order by name',
);

/** `unknown` adds makes that sellers typed and no one has decided about. */
export async function allMakes(db: Queryable, unknown = true): Promise<Make[]> {
  return rowsOf<Make>(db, MAKES, [unknown]);
}

export async function allModels(db: Queryable, unknown = true): Promise<Model[]> {
  return rowsOf<Model>(db, MODELS, [unknown]);
}

const PUT_VEHICLES = statement(`
  with wanted as (
    select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
      as row (make_key, make, make_aliases, model_key, model, model_aliases)
  ), put_makes as (
    insert into makes (name_key, name, aliases, known)
    select distinct on (make_key) make_key, make, string_to_array(make_aliases, '|'), true from wanted
    on conflict (name_key) do update set name = excluded.name, aliases = excluded.aliases, known = true, merged_into = null
    returning id, name_key
  )
  insert into models (make_id, name_key, name, aliases, known)
  select put_makes.id, model_key, model, string_to_array(model_aliases, '|'), true
  from wanted join put_makes on put_makes.name_key = make_key
  on conflict (make_id, name_key) do update set name = excluded.name, aliases = excluded.aliases, known = true, merged_into = null`);

type CatalogRow = {
  makeKey: string;
  make: string;
  makeAliases: string[];
  modelKey: string;
  model: string;
  modelAliases: string[];
};

/** Updates makes and models from the catalog file. Keeps those that listings added. */
export async function putVehicles(db: Queryable, rows: CatalogRow[]): Promise<void> {
  await rowsOf(db, PUT_VEHICLES, [
    rows.map((row) => row.makeKey),
    rows.map((row) => row.make),
    rows.map((row) => row.makeAliases.join('|')),
    rows.map((row) => row.modelKey),
    rows.map((row) => row.model),
    rows.map((row) => row.modelAliases.join('|')),
  ]);
}

type Named = Pick<Makes | Models, 'id' | 'name'>;

const ADD_MAKE = statement(`
  insert into makes (name, name_key) values ($1, $2)
  on conflict (name_key) do update set name = makes.name returning id, name`);

export async function addMake(db: Queryable, name: string, key: string): Promise<Named> {
  return (await rowsOf<Named>(db, ADD_MAKE, [name, key]))[0]!;
}

const ADD_MODEL = statement(`
  insert into models (make_id, name, name_key) values ($1, $2, $3)
  on conflict (make_id, name_key) do update set name = models.name returning id, name`);

export async function addModel(db: Queryable, makeId: number, name: string, key: string): Promise<Named> {
  return (await rowsOf<Named>(db, ADD_MODEL, [makeId, name, key]))[0]!;
}

/** Adds one to the VIN checks of today. */
export const countVinCheck = execute(`
  insert into vin_checks (day, checks) values ((now() at time zone 'UTC')::date, 1)
  on conflict (day) do update set checks = vin_checks.checks + 1`);
