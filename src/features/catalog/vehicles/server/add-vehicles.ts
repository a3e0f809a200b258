import type { Queryable } from '#lib/server/database/postgres.ts';
import { vehicleKey } from '../model/name-units.ts';
import { spokenNames } from '../model/spoken-names.ts';
import { displayName, isOtherMake, nameKey } from '../model/vehicle-name.ts';
import { VehicleNames } from '../model/vehicle-names.ts';
import { type MergedMake, mergedNames } from './vehicle-name-store.ts';
import { addMake, addModel, allMakes, allModels, type Make, type Model } from './vehicle-store.ts';

type Named = { id: number; name: string };
/** `trim`: what followed the model in its name. */
type Vehicle = { makeId: number; make: string; modelId: number; model: string; trim: string | null };

type Options = { newMakes: boolean; dryRun: boolean };

/**
 * Finds makes and models by name in the database, in all the ways that sellers write them. Adds unknown models of known
 * makes; adds unknown makes only if `newMakes` is set. In a dry run, additions get negative ids. A name that nobody has
 * approved is found only by sellers who write it the same way, so it never changes what other names mean.
 */
export class VehicleFinder {
  readonly newMakes: string[] = [];
  readonly newModels: string[] = [];
  readonly #names: VehicleNames<Make, Model>;
  readonly #askedMakes = new Map<string, Named>();
  readonly #models = new Map<string, Named>();
  readonly #merged = new Map<string, { make: Named; model: Named }>();
  readonly #db: Queryable;
  readonly #options: Options;
  #nextDryId = -1;

  private constructor(db: Queryable, options: Options, names: VehicleNames<Make, Model>) {
    this.#db = db;
    this.#options = options;
    this.#names = names;
  }

  static async open(db: Queryable, options: Options): Promise<VehicleFinder> {
    // One after the other, because a connection runs one query at a time.
    const [makes, models] = [await allMakes(db), await allModels(db)];
    const [known, knownModels] = [await allMakes(db, false), await allModels(db, false)];
    const merged = await mergedNames(db);
    const spoken = spokenNames(
      known.map((make) => withMerged(make, merged.makes)),
      knownModels,
    );
    const finder = new VehicleFinder(db, options, new VehicleNames(spoken.makes, spoken.models));
    const knownIds = new Set(known.map(({ id }) => id));
    for (const make of makes) if (!knownIds.has(make.id)) finder.#askedMakes.set(vehicleKey(make.name), make);
    for (const model of models) finder.#models.set(modelKey(model.makeId, model.name), model);
    const modelById = new Map(models.map((model) => [model.id, model]));
    const makeById = new Map(makes.map((make) => [make.id, make]));
    for (const { makeId, name, aliases, mergedInto } of merged.models) {
      const model = modelById.get(mergedInto ?? 0);
      const make = makeById.get(model?.makeId ?? 0);
      if (!model || !make) continue;
      for (const each of [name, ...aliases]) finder.#merged.set(modelKey(makeId, each), { make, model });
    }
    return finder;
  }

  /** Says whether the name of a model begins with the name of a known make. */
  namesMake(modelText: string): boolean {
    return this.#names.resolve('', modelText).make !== null;
  }

  async find(makeText: string, modelText: string): Promise<Vehicle | { problem: string }> {
    const { make: known, model, modelName, trim, among } = this.#names.resolve(makeText, modelText);
    if (known && model) return { makeId: known.id, make: known.name, modelId: model.id, model: model.name, trim };
    const make =
      known ?? this.#askedMakes.get(vehicleKey(makeText)) ?? (await this.#addMake(makeText, isOtherMake(makeText)));
    if (!make && among.length > 0) {
      const names = among.map(({ name }) => name).join(', ');
      return { problem: `'${makeText}' builds ${names}; the model '${modelText}' does not say which one this is` };
    }
    if (!make) return { problem: `the make '${makeText}' is not known; allow new makes if it is right` };
    if (modelName === '')
      return { problem: `the model is missing: '${makeText} ${modelText}' is the make ${make.name}` };
    const meant = this.#merged.get(modelKey(make.id, modelName));
    if (meant) {
      const { make: its, model: other } = meant;
      return { makeId: its.id, make: its.name, modelId: other.id, model: other.name, trim: null };
    }
    const found = this.#models.get(modelKey(make.id, modelName)) ?? (await this.#addModel(make, modelName));
    if (!found) return { problem: `the model '${modelText}' has no letter or digit` };
    return { makeId: make.id, make: make.name, modelId: found.id, model: found.name, trim: null };
  }

  async #addMake(word: string, namesNoMake: boolean): Promise<Named | null> {
    const key = nameKey(word);
    if (!this.#options.newMakes || key === '' || namesNoMake) return null;
    const name = displayName(word);
    const make = this.#options.dryRun ? { id: this.#nextDryId--, name } : await addMake(this.#db, name, key);
    this.#askedMakes.set(vehicleKey(word), make);
    this.newMakes.push(make.name);
    return make;
  }

  async #addModel(make: Named, word: string): Promise<Named | null> {
    const key = keyOfModel(word);
    if (key === '') return null;
    const name = displayName(word);
    const model = this.#options.dryRun ? { id: this.#nextDryId--, name } : await addModel(this.#db, make.id, name, key);
    this.#models.set(modelKey(make.id, word), model);
    this.newModels.push(`${make.name} ${model.name}`);
    return model;
  }
}

const withMerged = (make: Make, merged: readonly MergedMake[]): Make => ({
  ...make,
  aliases: [
    ...make.aliases,
    ...merged.flatMap((each) => (each.mergedInto === make.id ? [each.name, ...each.aliases] : [])),
  ],
});

/** Keeps a trailing plus: Ka+ is not Ka, but Song+ is Song Plus. */
const keyOfModel = (name: string) => nameKey(name.replaceAll('+', ' plus '));

const modelKey = (makeId: number, name: string) => `${makeId} ${vehicleKey(name)}`;
