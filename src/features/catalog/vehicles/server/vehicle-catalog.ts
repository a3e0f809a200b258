import type pg from 'pg';
import { catalog } from '#content/catalog/catalog.ts';
import { compareNames } from '#lib/plain-text.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { nameKey } from '../model/vehicle-name.ts';
import { mergedNames } from './vehicle-name-store.ts';
import { allMakes, allModels, type Make, type Model, putVehicles, vehiclesVersion } from './vehicle-store.ts';

/** Writes the makes and models of content/catalog to the database, where search and import find them. Idempotent. */
export async function loadCatalog(pool: pg.Pool): Promise<void> {
  const rows = catalog.flatMap((make) =>
    make.models.map((model) => ({
      makeKey: nameKey(make.name),
      make: make.name,
      makeAliases: make.aliases ?? [],
      modelKey: nameKey(model.name),
      model: model.name,
      modelAliases: model.aliases ?? [],
    })),
  );
  await putVehicles(pool, rows);
}

export type Vehicles = {
  makes: Make[];
  models: Model[];
  makeByKey: Map<string, Make>;
  makeById: Map<number, Make>;
  modelById: Map<number, Model>;
  modelsOfMake: Map<number, Model[]>;
  /** Models by make and name that were merged into them. Their old addresses lead to them. */
  mergedModels: Map<string, Model>;
  /** The position of each make's name in the alphabet. */
  makeRank: Map<string, number>;
};

const REFRESH_AFTER_MS = 2_000;

/** Caches makes and models in memory, because every search reads them. */
export class VehicleCatalog {
  readonly #db: Queryable;
  readonly #unknown: boolean;
  #vehicles: Vehicles = {
    makes: [],
    models: [],
    makeByKey: new Map(),
    makeById: new Map(),
    modelById: new Map(),
    modelsOfMake: new Map(),
    mergedModels: new Map(),
    makeRank: new Map(),
  };
  #version = '';
  #refreshedAt = Number.NEGATIVE_INFINITY;
  #refreshing: Promise<boolean> | null = null;

  /** @param unknown includes makes and models of cars that were never approved; only for moderators. */
  constructor(db: Queryable, { unknown = false } = {}) {
    this.#db = db;
    this.#unknown = unknown;
  }

  /** Returns the cached data. It is refreshed in the background once it is two seconds old. */
  async vehicles(): Promise<Vehicles> {
    const stale = performance.now() - this.#refreshedAt > REFRESH_AFTER_MS;
    if (stale) this.#refreshing ??= this.refresh().finally(() => (this.#refreshing = null));
    if (this.#version === '') await this.#refreshing;
    else this.#refreshing?.catch(() => {});
    return this.#vehicles;
  }

  /** Looks for new makes and models now, and returns whether there are any. */
  async refresh(): Promise<boolean> {
    const version = await vehiclesVersion(this.#db, this.#unknown);
    const isNew = version !== this.#version;
    if (isNew) {
      const [makes, models, merged] = await Promise.all([
        allMakes(this.#db, this.#unknown),
        allModels(this.#db, this.#unknown),
        mergedNames(this.#db),
      ]);
      const makeById = new Map(makes.map((make) => [make.id, make]));
      const modelById = new Map(models.map((model) => [model.id, model]));
      const makeByKey = new Map(makes.flatMap((make) => make.aliases.map((alias) => [nameKey(alias), make] as const)));
      for (const make of makes) makeByKey.set(nameKey(make.name), make);
      for (const { name, aliases, mergedInto } of merged.makes) {
        const make = makeById.get(mergedInto ?? 0);
        for (const key of [name, ...aliases].map(nameKey)) if (make && !makeByKey.has(key)) makeByKey.set(key, make);
      }
      this.#vehicles = {
        makes,
        models,
        makeByKey,
        makeById,
        modelById,
        modelsOfMake: Map.groupBy(models, ({ makeId }) => makeId),
        mergedModels: new Map(
          merged.models.flatMap(({ name, aliases, makeId, mergedInto }) => {
            const model = modelById.get(mergedInto ?? 0);
            return model ? [name, ...aliases].map((each) => [`${makeId} ${nameKey(each)}`, model] as const) : [];
          }),
        ),
        makeRank: new Map(
          makes
            .map(({ name }) => name)
            .sort(compareNames)
            .map((name, rank) => [name, rank]),
        ),
      };
      this.#version = version;
    }
    this.#refreshedAt = performance.now();
    return isNew;
  }
}

type LandingPages = 'model' | 'make' | 'none';

/** Returns which of the landing pages of a car exist. Those of an unknown make or model answer 404. */
export function landingPagesOfIds(
  { makeId, modelId }: { makeId: number; modelId: number },
  { makeById, modelById }: Vehicles,
): LandingPages {
  if (!isNamable(makeById.get(makeId))) return 'none';
  return isNamable(modelById.get(modelId)) ? 'model' : 'make';
}

/** A name without letters or digits, such as “!!!”, has no address. */
const isNamable = (vehicle: Make | Model | undefined) => vehicle !== undefined && nameKey(vehicle.name) !== '';

/** Returns the same by names. */
export function landingPagesOf(
  { make, model }: { make: string; model: string },
  { makeByKey, modelsOfMake }: Vehicles,
): LandingPages {
  const [makeKey, key] = [nameKey(make), nameKey(model)];
  const known = makeByKey.get(makeKey);
  if (!known || makeKey === '') return 'none';
  return key !== '' && modelsOfMake.get(known.id)?.some(({ name }) => nameKey(name) === key) ? 'model' : 'make';
}
