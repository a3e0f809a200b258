import type { Queryable } from '#lib/server/database/postgres.ts';
import { displayName, isOtherMake, nameKey } from '../model/vehicle-name.ts';
import { addMake, addModel, allMakes, allModels } from './vehicle-store.ts';

type Named = { id: number; name: string };
type Vehicle = { makeId: number; make: string; modelId: number; model: string };

type Options = { newMakes: boolean; dryRun: boolean };

/**
 * Finds makes and models by name in the database. Adds unknown models of known makes; adds unknown makes only if
 * `newMakes` is set. In a dry run, additions get negative ids.
 */
export class VehicleFinder {
  readonly newMakes: string[] = [];
  readonly newModels: string[] = [];
  readonly #makes = new Map<string, Named>();
  readonly #models = new Map<string, Named>();
  readonly #db: Queryable;
  readonly #options: Options;
  #nextDryId = -1;

  private constructor(db: Queryable, options: Options) {
    this.#db = db;
    this.#options = options;
  }

  static async open(db: Queryable, options: Options): Promise<VehicleFinder> {
    const vehicles = new VehicleFinder(db, options);
    const [makes, models] = await Promise.all([allMakes(db), allModels(db)]);
    for (const make of makes) for (const alias of make.aliases) vehicles.#makes.set(nameKey(alias), make);
    for (const make of makes) vehicles.#makes.set(nameKey(make.name), make);
    for (const model of models)
      for (const alias of model.aliases) vehicles.#models.set(modelKey(model.makeId, alias), model);
    for (const model of models) vehicles.#models.set(modelKey(model.makeId, model.name), model);
    return vehicles;
  }

  async find(make: string, model: string): Promise<Vehicle | { problem: string }> {
    const known = this.#makes.get(nameKey(make)) ?? (await this.#addMake(make));
    if (!known) return { problem: `the make '${make}' is not known; add --new-makes if it is right` };
    const found =
      this.#findModel(known, make, model) ?? (await this.#addModel(known, withoutMake(model, [make, known.name])));
    if (!found) return { problem: `the model '${model}' has no letter or digit` };
    return { makeId: known.id, make: known.name, modelId: found.id, model: found.name };
  }

  #findModel(make: Named, makeWord: string, model: string): Named | undefined {
    const own = withoutMake(model, [makeWord, make.name]);
    const names = [model, own, own.replace(DRIVE_SYSTEM, '')];
    for (const name of names) {
      const found = this.#models.get(modelKey(make.id, name));
      if (found) return found;
    }
    return undefined;
  }

  async #addMake(word: string): Promise<Named | null> {
    const key = nameKey(word);
    if (!this.#options.newMakes || key === '' || isOtherMake(word)) return null;
    const name = displayName(word);
    const make = this.#options.dryRun ? { id: this.#nextDryId--, name } : await addMake(this.#db, name, key);
    this.#makes.set(key, make);
    this.newMakes.push(make.name);
    return make;
  }

  async #addModel(make: Named, word: string): Promise<Named | null> {
    const key = keyOfModel(word);
    if (key === '') return null;
    const name = displayName(word);
    const model = this.#options.dryRun ? { id: this.#nextDryId--, name } : await addModel(this.#db, make.id, name, key);
    this.#models.set(`${make.id} ${key}`, model);
    this.newModels.push(`${make.name} ${model.name}`);
    return model;
  }
}

/** Words behind a model that tell its drive system, such as 宋PLUS DM-i. The fuel type says the same. */
const DRIVE_SYSTEM = /[\s-]*(?:DM-?[ip]?|PHEV|HEV|EV|纯电|插混|新能源)$/iu;

/** Keeps a trailing plus: Ka+ is not Ka, but Song+ is Song Plus. */
const keyOfModel = (name: string) => nameKey(name.replaceAll('+', ' plus '));

const modelKey = (makeId: number, name: string) => `${makeId} ${keyOfModel(name)}`;

/** Removes a leading make from a model: 'Ford Fiesta' of Ford is Fiesta. */
function withoutMake(model: string, makeWords: string[]): string {
  const word = makeWords.find((make) => model.toLowerCase().startsWith(`${make.toLowerCase()} `));
  return word === undefined ? model : model.slice(word.length + 1).trim();
}
