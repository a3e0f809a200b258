import { compareNames } from '#lib/plain-text.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { nameKey } from '../model/name-key.ts';
import { allMakes, allModels, type Make, type Model, vehiclesVersion } from './vehicle-store.ts';

export type Vehicles = {
  makes: Make[];
  models: Model[];
  makeByKey: Map<string, Make>;
  makeById: Map<number, Make>;
  modelById: Map<number, Model>;
  modelsOfMake: Map<number, Model[]>;
  /** The position of each make's name in the alphabet. */
  makeRank: Map<string, number>;
};

const REFRESH_AFTER_MS = 2_000;

/** Caches makes and models in memory, because every search reads them. */
export class VehicleCatalogue {
  readonly #db: Queryable;
  readonly #unknown: boolean;
  #vehicles: Vehicles = {
    makes: [],
    models: [],
    makeByKey: new Map(),
    makeById: new Map(),
    modelById: new Map(),
    modelsOfMake: new Map(),
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
      const [makes, models] = await Promise.all([
        allMakes(this.#db, this.#unknown),
        allModels(this.#db, this.#unknown),
      ]);
      const makeByKey = new Map(makes.flatMap((make) => make.aliases.map((alias) => [nameKey(alias), make] as const)));
      for (const make of makes) makeByKey.set(nameKey(make.name), make);
      this.#vehicles = {
        makes,
        models,
        makeByKey,
        makeById: new Map(makes.map((make) => [make.id, make])),
        modelById: new Map(models.map((model) => [model.id, model])),
        modelsOfMake: Map.groupBy(models, ({ makeId }) => makeId),
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
