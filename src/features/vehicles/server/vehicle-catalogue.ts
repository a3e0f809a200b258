import type { Queryable } from '#lib/server/database/statement.ts';
import { nameKey } from '../model/name-key.ts';
import { allMakes, allModels, type Make, type Model, vehiclesVersion } from './vehicle-store.ts';

export type Vehicles = { makes: Make[]; models: Model[]; makeByKey: Map<string, Make>; makeById: Map<number, Make> };

const LOOK_AGAIN_AFTER_MS = 2_000;

/** Caches makes and models in memory, because every search reads them. */
export class VehicleCatalogue {
  readonly #db: Queryable;
  readonly #unknown: boolean;
  #vehicles: Vehicles = { makes: [], models: [], makeByKey: new Map(), makeById: new Map() };
  #version = '';
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | null = null;

  /** @param unknown includes makes and models of cars that were never approved; only for moderators. */
  constructor(db: Queryable, { unknown = false } = {}) {
    this.#db = db;
    this.#unknown = unknown;
  }

  /** Returns the cached data. It is refreshed in the background once it is two seconds old. */
  async vehicles(): Promise<Vehicles> {
    const stale = performance.now() - this.#lookedAt > LOOK_AGAIN_AFTER_MS;
    if (stale) this.#looking ??= this.#look().finally(() => (this.#looking = null));
    if (this.#version === '') await this.#looking;
    else this.#looking?.catch(() => {});
    return this.#vehicles;
  }

  async #look(): Promise<void> {
    const version = await vehiclesVersion(this.#db, this.#unknown);
    if (version !== this.#version) {
      const [makes, models] = await Promise.all([
        allMakes(this.#db, this.#unknown),
        allModels(this.#db, this.#unknown),
      ]);
      const makeByKey = new Map(makes.flatMap((make) => make.aliases.map((alias) => [nameKey(alias), make] as const)));
      for (const make of makes) makeByKey.set(nameKey(make.name), make);
      this.#vehicles = { makes, models, makeByKey, makeById: new Map(makes.map((make) => [make.id, make])) };
      this.#version = version;
    }
    this.#lookedAt = performance.now();
  }
}
