import {
  allowLongStatements,
  type Columns,
  execute,
  type Queryable,
  query,
  rowsOf,
  statement,
} from '#lib/server/database/postgres.ts';
import type { Makes, Models } from '#lib/server/database/rows.ts';
import type { NameKind } from '../model/vehicle-name-contract.ts';

/** A make or model that is neither approved nor merged. `model` is null for a make. */
export type AskedName = {
  kind: NameKind;
  id: number;
  make: string;
  makeId: number;
  model: string | null;
  makeIsAsked: boolean;
  askedAt: Date;
  cars: number;
  publicCars: number;
  /** Of its page, and for a make also of the pages of its models. */
  addresses: number;
};

const CARS = (column: string) => `
  cross join lateral (
    select count(*)::int as cars, count(*) filter (where l.status = 'active' or l.status = 'rented')::int as public_cars
    from listings l where l.${column} = asked.id and l.deleted_at is null
  ) as counted`;

/** Returns the names that wait for a decision, those of most cars first. */
export const askedNames = query<AskedName>(`
  select 'make' as kind, asked.id, asked.name as make, asked.id as "makeId", null as model, true as "makeIsAsked",
    asked.asked_at as "askedAt", cars, public_cars as "publicCars",
    1 + (select count(*)::int from models of_make where of_make.make_id = asked.id) as addresses
  from makes asked ${CARS('make_id')} where not asked.known and asked.merged_into is null
  union all
  select 'model', asked.id, m.name, m.id, asked.name, not m.known, asked.asked_at, cars, public_cars, 1
  from models asked join makes m on m.id = asked.make_id ${CARS('model_id')}
  where not asked.known and asked.merged_into is null and m.merged_into is null
  order by cars desc, "askedAt", id limit 200`);

export type NameRow = Pick<Makes, 'id' | 'name' | 'aliases' | 'known'> & {
  nameKey: string;
  mergedInto: number | null;
  /** Of a model. */
  makeId: number | null;
};

const COLUMNS = 'id, name, aliases, known, name_key as "nameKey", merged_into as "mergedInto"';
const MAKE = statement(`select ${COLUMNS}, null as "makeId" from makes where id = $1 for update`);
const MODEL = statement(`select ${COLUMNS}, make_id as "makeId" from models where id = $1 for update`);

/**
 * Lets one decision about names run at a time. Merging a make locks makes before models and merging a model the other way around, so two at
 * once could wait for each other.
 */
export const lockDecisions = execute('select pg_advisory_xact_lock(7263441)');

/** Locks a name until the transaction ends. Returns null if there is none with this id. */
export async function lockName(db: Queryable, kind: NameKind, id: number): Promise<NameRow | null> {
  return (await rowsOf<NameRow>(db, kind === 'make' ? MAKE : MODEL, [id]))[0] ?? null;
}

/** Locks the models of a make, also those that were merged. */
export const modelsOfMake = query<NameRow, [makeId: number]>(`
  select ${COLUMNS}, make_id as "makeId" from models where make_id = $1 order by id for update`);

const APPROVE_MAKE = statement(`
  update makes set known = true, revision = revision + 1, name = $2, name_key = $3,
    aliases = case when name_key = $3 then aliases else array_append(aliases, name) end
  where id = $1`);
const APPROVE_MODEL = statement(`
  update models set known = true, revision = revision + 1, name = $2, name_key = $3,
    aliases = case when name_key = $3 then aliases else array_append(aliases, name) end
  where id = $1`);
const NAME_MAKE_OF_CARS = statement(`
  update listings set make = $2, version = version + 1 where make_id = $1 and make <> $2`);
const NAME_MODEL_OF_CARS = statement(`
  update listings set model = $2, version = version + 1 where model_id = $1 and model <> $2`);

/** Approves a name, as it is or corrected, also in its cars. The name before stays an alias. */
export async function approveName(
  db: Queryable,
  kind: NameKind,
  id: number,
  { name, key }: { name: string; key: string },
): Promise<void> {
  await allowLongStatements(db, { statementS: 60, lockS: 30 });
  await rowsOf(db, kind === 'make' ? APPROVE_MAKE : APPROVE_MODEL, [id, name, key]);
  await rowsOf(db, kind === 'make' ? NAME_MAKE_OF_CARS : NAME_MODEL_OF_CARS, [id, name]);
}

const MERGE_MODEL = statement(`
  update models set merged_into = $2, known = false, revision = revision + 1 where id = $1 or merged_into = $1`);
const MERGE_MAKE = statement(`
  update makes set merged_into = $2, known = false, revision = revision + 1 where id = $1 or merged_into = $1`);

export const moveModel = execute<[id: number, makeId: number]>(
  'update models set make_id = $2, revision = revision + 1 where id = $1',
);

export async function mergeName(db: Queryable, kind: NameKind, id: number, into: number): Promise<void> {
  await rowsOf(db, kind === 'make' ? MERGE_MAKE : MERGE_MODEL, [id, into]);
}

const RENAME_CARS = statement(`
  with moved as (
    update listings l set make_id = k.id, make = k.name, model_id = after.id, model = after.name,
      version = l.version + 1, updated_at = now()
    from models before
      join models after on after.id = coalesce(before.merged_into, before.id)
      join makes k on k.id = after.make_id
    where before.id = l.model_id and before.id = any($1::int[])
      and (l.make_id, l.model_id) is distinct from (k.id, after.id)
    returning l.deleted_at
  )
  select count(*) filter (where deleted_at is null)::int as cars from moved`);

/** Gives the cars of merged and moved models the make and model that those mean now. Returns how many listed cars changed. */
export async function renameCars(db: Queryable, modelIds: number[]): Promise<number> {
  await allowLongStatements(db, { statementS: 60, lockS: 30 });
  return (await rowsOf<{ cars: number }>(db, RENAME_CARS, [modelIds]))[0]?.cars ?? 0;
}

/** Names that were merged, by what they mean now. */
export type MergedMake = Columns<Makes, 'name' | 'aliases' | 'merged_into'>;
type MergedModel = Columns<Models, 'name' | 'aliases' | 'merged_into' | 'make_id'>;

const MERGED_MAKES = statement(
  'select name, aliases, merged_into as "mergedInto" from makes where merged_into is not null order by id',
);
const MERGED_MODELS = statement(`
  select name, aliases, merged_into as "mergedInto", make_id as "makeId" from models where merged_into is not null order by id`);

export async function mergedNames(db: Queryable): Promise<{ makes: MergedMake[]; models: MergedModel[] }> {
  const makes = await rowsOf<MergedMake>(db, MERGED_MAKES, []);
  const models = await rowsOf<MergedModel>(db, MERGED_MODELS, []);
  return { makes, models };
}
