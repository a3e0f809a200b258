import type pg from 'pg';
import { actingAdmin, audit } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { isUniqueViolation, type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import { vehicleKey } from '../model/name-units.ts';
import { typoDistance } from '../model/typo-distance.ts';
import { nameKey } from '../model/vehicle-name.ts';
import type { AskedNameResponse, NameKind, VehicleNamesResponse } from '../model/vehicle-name-contract.ts';
import { VehicleNames } from '../model/vehicle-names.ts';
import {
  type AskedName,
  approveName,
  askedNames,
  lockDecisions,
  lockName,
  mergeName,
  modelsOfMake,
  moveModel,
  type NameRow,
  renameCars,
} from './vehicle-name-store.ts';
import { allMakes, allModels, type Make, type Model } from './vehicle-store.ts';

/** Returns the makes and models that sellers named and nobody has decided about, with what each may mean. */
export async function showNames(db: Queryable): Promise<VehicleNamesResponse> {
  const asked = await askedNames(db);
  const [makes, models] = [await allMakes(db, false), await allModels(db, false)];
  const names = new VehicleNames(makes, models);
  return { names: asked.map((name) => toResponse(name, likelyMeaning(name, { makes, models, names }))) };
}

function toResponse(name: AskedName, likely: AskedNameResponse['likely']): AskedNameResponse {
  const { kind, id, make, model, makeIsAsked, askedAt, cars, publicCars, addresses } = name;
  return {
    kind,
    id,
    make,
    model,
    make_is_asked: makeIsAsked,
    asked_at: askedAt.toISOString(),
    cars,
    public_cars: publicCars,
    addresses,
    likely,
  };
}

type Known = { makes: Make[]; models: Model[]; names: VehicleNames<Make, Model> };
const MAX_TYPOS = 2;

/** Returns the name that sellers of this one most likely meant: a longer reading of the same words, or one with a typo. */
function likelyMeaning(
  { make, makeId, model }: AskedName,
  { makes, models, names }: Known,
): AskedNameResponse['likely'] {
  if (model === null) {
    const close = names.makeOf(make) ?? closest(make, makes);
    return close && { make: close.name, model: '' };
  }
  const { make: named, model: found } = names.resolve(make, model);
  const ofMake = models.filter((each) => each.makeId === (named?.id ?? makeId));
  const close = found ?? closest(model, ofMake) ?? beginning(model, ofMake);
  const its = close && makes.find(({ id }) => id === close.makeId);
  return its ? { make: its.name, model: close.name } : null;
}

type Named = { name: string; aliases: readonly string[] };

function closest<Name extends Named>(text: string, known: readonly Name[]): Name | null {
  const key = vehicleKey(text);
  const limit = key.length < 5 ? 1 : MAX_TYPOS;
  const near = known
    .map((each) => ({
      each,
      typos: Math.min(...[each.name, ...each.aliases].map((name) => typoDistance(key, vehicleKey(name), limit))),
    }))
    .filter(({ typos }) => typos <= limit && typos < key.length);
  return near.sort((a, b) => a.typos - b.typos)[0]?.each ?? null;
}

/** Returns the model with the longest name with which a text begins: 'Corolla Extra' may be a Corolla. */
function beginning<Name extends Named>(text: string, known: readonly Name[]): Name | null {
  const key = vehicleKey(text);
  const lengthOf = (each: Name) =>
    Math.max(
      0,
      ...[each.name, ...each.aliases]
        .map(vehicleKey)
        .filter((name) => key.startsWith(name))
        .map(({ length }) => length),
    );
  const longest = known.toSorted((a, b) => lengthOf(b) - lengthOf(a))[0];
  return longest && lengthOf(longest) > 1 ? longest : null;
}

const refused = (messageKey: MessageKey, field: 'name' | 'make' | 'model') =>
  new AppError('conflict', 'the name cannot be decided like this', { messageKey, fields: { [field]: messageKey } });

type Subject = { kind: NameKind; id: number };

/** Locks a name that waits for a decision. */
async function lockAsked(db: Queryable, { kind, id }: Subject): Promise<NameRow> {
  const name = await lockName(db, kind, id);
  if (!name) throw new AppError('not_found', 'no such name');
  if (name.mergedInto !== null || name.known) throw refused('names.decided', 'name');
  return name;
}

/** Approves a new make or model, as it is or with a corrected name. From then on, search and pages have it. */
export async function approve(
  pool: pg.Pool,
  adminId: number,
  subject: Subject,
  name: string,
  origin: Origin,
): Promise<void> {
  const key = nameKey(name);
  if (key === '' || (subject.kind === 'make' && name.length > 60)) throw refused('names.unusable', 'name');
  try {
    await withTransaction(pool, async (db) => {
      await lockDecisions(db);
      const before = await lockAsked(db, subject);
      if (before.makeId !== null && !(await lockName(db, 'make', before.makeId))?.known) {
        throw refused('names.makeFirst', 'name');
      }
      await approveName(db, subject.kind, subject.id, { name, key });
      await audit(db, origin, {
        actor: actingAdmin(adminId),
        action: 'vehicle name approved',
        subject: { kind: subject.kind, id: subject.id },
        details: { before: { name: before.name }, after: { name } },
      });
    });
  } catch (error) {
    throw isUniqueViolation(error) ? refused('names.taken', 'name') : error;
  }
}

/** Merges a name into a known one with all its cars and models. Returns how many listed cars changed. */
export async function merge(
  pool: pg.Pool,
  adminId: number,
  subject: Subject,
  target: { make: string; model: string },
  origin: Origin,
): Promise<number> {
  return withTransaction(pool, async (db) => {
    await lockDecisions(db);
    const before = await lockAsked(db, subject);
    const into = await targetOf(db, subject.kind, target);
    const cars = await (subject.kind === 'make' ? mergeMake(db, before, into) : mergeModel(db, before, into));
    await audit(db, origin, {
      actor: actingAdmin(adminId),
      action: 'vehicle name merged',
      subject: { kind: subject.kind, id: subject.id },
      details: { before: { name: before.name }, after: target, cars },
    });
    return cars;
  });
}

async function targetOf(db: Queryable, kind: NameKind, target: { make: string; model: string }): Promise<NameRow> {
  const names = new VehicleNames(await allMakes(db, false), await allModels(db, false));
  const make = names.makeOf(target.make);
  if (!make) throw refused('names.noMake', 'make');
  const model = kind === 'model' ? names.modelOf(make, target.model)?.model : undefined;
  if (kind === 'model' && !model) throw refused('names.noModel', 'model');
  const locked = await lockName(db, kind, model?.id ?? make.id);
  if (!locked?.known) throw refused('names.noMake', 'make');
  return locked;
}

async function mergeModel(db: Queryable, before: NameRow, into: NameRow): Promise<number> {
  await mergeName(db, 'model', before.id, into.id);
  return renameCars(db, [before.id]);
}

/** Models that the other make has too are merged into those, the others move to it and stay asked about. */
async function mergeMake(db: Queryable, before: NameRow, into: NameRow): Promise<number> {
  const [models, others] = [await modelsOfMake(db, before.id), await modelsOfMake(db, into.id)];
  for (const model of models) {
    const same = others.find(({ name, aliases }) => [name, ...aliases].some((each) => nameKey(each) === model.nameKey));
    const target = same?.mergedInto ?? same?.id;
    // One that was merged keeps its place, because its old address leads from this make.
    if (model.mergedInto !== null) continue;
    if (target !== undefined) await mergeName(db, 'model', model.id, target);
    else await moveModel(db, model.id, into.id);
  }
  await mergeName(db, 'make', before.id, into.id);
  return renameCars(
    db,
    models.map(({ id }) => id),
  );
}
