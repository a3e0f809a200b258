import { ALLIANCES, BADGES, BRANDS_OF, COMPANY_WORDS, PARTNERS } from '#content/catalog/names/companies.ts';
import { longestRun, type Unit, unitsOf, vehicleKey } from './name-units.ts';
import { isTrimText } from './trim-text.ts';

type NamedMake = { id: number; name: string; aliases: readonly string[] };
type NamedModel = NamedMake & { makeId: number };

/**
 * What a seller's make and model mean. `make` and `model` are null if the catalog has none of that name; `modelName` is then
 * the model without the make. `among`: makes of an alliance, if the model doesn't say which one. `trim`: what followed the
 * model.
 */
type Resolved<Make, Model> = {
  make: Make | null;
  model: Model | null;
  modelName: string;
  trim: string | null;
  among: Make[];
};

type FoundModel<Model> = { model: Model; trim: string | null };
type MakePart<Make> = { make: Make; rest: string; units: number };

const keysOf = (words: Iterable<string>) => new Set(Array.from(words, vehicleKey));
const partners = keysOf(PARTNERS);
const companyWords = keysOf(COMPANY_WORDS);

/** Finds what names of makes and models mean, in whatever way dealers write them. */
export class VehicleNames<Make extends NamedMake, Model extends NamedModel> {
  readonly #makes = new Map<string, Make>();
  readonly #models = new Map<string, Model>();
  readonly #alliances = new Map<string, Make[]>();
  readonly #brands = new Map<number, Make[]>();
  readonly #badges = new Map<number, readonly [RegExp, string][]>();

  /** Names override aliases, and the first of several aliases wins. */
  constructor(makes: readonly Make[], models: readonly Model[]) {
    for (const make of makes) for (const alias of make.aliases) putFirst(this.#makes, vehicleKey(alias), make);
    for (const make of makes) this.#makes.set(vehicleKey(make.name), make);
    for (const model of models)
      for (const alias of model.aliases) putFirst(this.#models, modelKey(model.makeId, alias), model);
    for (const model of models) this.#models.set(modelKey(model.makeId, model.name), model);
    const known = (names: readonly string[]) => names.flatMap((name) => this.#makes.get(vehicleKey(name)) ?? []);
    for (const [company, names] of Object.entries(ALLIANCES)) this.#alliances.set(vehicleKey(company), known(names));
    for (const [name, brands] of Object.entries(BRANDS_OF))
      for (const { id } of known([name])) this.#brands.set(id, known(brands));
    for (const [name, badges] of Object.entries(BADGES))
      for (const { id } of known([name])) this.#badges.set(id, badges);
  }

  resolve(makeText: string, modelText: string): Resolved<Make, Model> {
    const make = this.makeOf(makeText);
    const among = make ? [] : this.#allianceOf(makeText);
    return (
      (make && this.#ofMake(make, modelText)) ??
      this.#ofOneOf(among, modelText) ??
      this.#spanning(makeText, modelText, make) ?? {
        make,
        model: null,
        modelName: make ? this.#withoutMake(make, modelText) : modelText.trim(),
        trim: null,
        among,
      }
    );
  }

  /** Returns the make of a company or brand name: 一汽丰田, 'Geely Automobile Co., Ltd.', 大众(进口). */
  makeOf(text: string): Make | null {
    const exact = this.#makes.get(vehicleKey(text));
    if (exact) return exact;
    const outside = text.replace(/[(（[【].*?[)）\]】]/g, ' ');
    const all = [outside, text].map((each) => unitsOf(each)).filter((units) => units.length > 0);
    for (const units of all) {
      const tokens = this.#cover(units, 0);
      const makes = tokens?.flatMap((token) => token ?? []) ?? [];
      const named = makes.findLast((make) => !this.#isPartner(make)) ?? makes.at(-1);
      if (named) return named;
    }
    return null;
  }

  /** Finds a model of a make by its name, also among words of its trim. */
  modelOf(make: Make, text: string): FoundModel<Model> | null {
    const exact = this.#models.get(modelKey(make.id, text)) ?? this.#ofBadge(make, text);
    if (exact) return { model: exact, trim: null };
    const units = unitsOf(text);
    for (let from = 0; from < units.length; from++) {
      if (!this.#isTrim(make, units.slice(0, from))) continue;
      const found = longestRun(units, from, (_, end) => {
        const own = text.slice(units[from]!.start, units[end - 1]!.end);
        const model = this.#models.get(modelKey(make.id, own)) ?? this.#ofBadge(make, own);
        const isModel = model !== undefined && this.#isTrim(make, units.slice(end), model);
        return isModel ? { model, trim: trimOf(text, units[from]!.start, units[end - 1]!.end) } : null;
      });
      if (found) return found;
    }
    return null;
  }

  #ofMake(make: Make, modelText: string): Resolved<Make, Model> | null {
    const own = this.modelOf(make, modelText);
    if (own) return resolved(make, own);
    for (const { make: named, rest } of this.#makePrefixes(modelText)) {
      const found = this.modelOf(named, rest);
      if (found) return resolved(named, found);
    }
    const brands = this.#brands.get(make.id) ?? [];
    const ofBrand = vehicleKey(modelText).length > 1 ? this.#ofOneOf(brands, modelText) : null;
    if (ofBrand) return ofBrand;
    const brand = this.#makePrefixes(modelText).find(({ make: named }) => brands.includes(named));
    return brand ? { make: brand.make, model: null, modelName: brand.rest, trim: null, among: [] } : null;
  }

  /** Returns the only one of several makes that has the model. */
  #ofOneOf(makes: readonly Make[], modelText: string): Resolved<Make, Model> | null {
    const found = makes.flatMap((make) => {
      const own = this.modelOf(make, modelText);
      if (own) return [resolved(make, own)];
      const named = this.#makePrefixes(modelText).find((prefix) => prefix.make.id === make.id);
      const model = named && this.modelOf(make, named.rest);
      return model ? [resolved(make, model)] : [];
    });
    return found.length === 1 ? found[0]! : null;
  }

  /** Reads both cells as one text: 'Land' and 'Rover Discovery', or 丰田卡罗拉 and 1.8L. */
  #spanning(makeText: string, modelText: string, make: Make | null): Resolved<Make, Model> | null {
    const prefixes = this.#makePrefixes(`${makeText} ${modelText}`);
    const longer = prefixes.filter(({ units }) => units > unitsOf(makeText).length || make === null);
    for (const { make: named, rest } of longer) {
      const found = this.modelOf(named, rest);
      if (found) return resolved(named, found);
    }
    const [longest] = longer;
    if (make !== null || !longest || longest.units <= unitsOf(makeText).length) return null;
    return { make: longest.make, model: null, modelName: longest.rest, trim: null, among: [] };
  }

  /** Returns the makes with which a text begins and what follows each, longest first: 一汽丰田卡罗拉 is Toyota and 卡罗拉. */
  #makePrefixes(text: string): MakePart<Make>[] {
    const units = unitsOf(text);
    const found: MakePart<Make>[] = [];
    const start = units.findIndex(({ key }) => !YEAR.test(key));
    for (let end = units.length; end > start; end--) {
      const tokens = this.#cover(units.slice(0, end), start);
      const makes = tokens?.flatMap((token) => token ?? []) ?? [];
      const named = makes.findLast((make) => !this.#isPartner(make)) ?? makes.at(-1);
      if (named) found.push({ make: named, rest: text.slice(units[end - 1]!.end).replace(EDGE, ''), units: end });
    }
    return found;
  }

  /** Splits all units into makes and words of companies, which are null; null if a word is left. Prefers long names. */
  #cover(units: readonly Unit[], from: number): (Make | null)[] | null {
    if (from === units.length) return [];
    return longestRun(units, from, (key, end) => {
      const make = this.#makes.get(key);
      if (!make && !partners.has(key) && !companyWords.has(key)) return null;
      const rest = this.#cover(units, end);
      return rest && [make ?? null, ...rest];
    });
  }

  #allianceOf(text: string): Make[] {
    const units = unitsOf(text);
    const named = units.filter((_, at) => longestRun(units, at, (key) => companyWords.has(key) || null) === null);
    const plain = text.slice(0, named.at(-1)?.end ?? 0);
    return this.#alliances.get(vehicleKey(text)) ?? this.#alliances.get(vehicleKey(plain)) ?? [];
  }

  #isPartner(make: Make): boolean {
    return [make.name, ...make.aliases].some((name) => partners.has(vehicleKey(name)));
  }

  #ofBadge(make: Make, text: string): Model | undefined {
    for (const [pattern, series] of this.#badges.get(make.id) ?? []) {
      const badge = pattern.exec(text.trim());
      if (!badge) continue;
      const names = [series.replace('$1', badge[1]!), badge[1]!];
      return names.map((name) => this.#models.get(modelKey(make.id, name))).find((model) => model !== undefined);
    }
    return undefined;
  }

  #isTrim(make: Make, units: readonly Unit[], model?: Model): boolean {
    return isTrimText(units, (key) => model !== undefined && this.#ofBadge(make, key) === model);
  }

  #withoutMake(make: Make, modelText: string): string {
    const own = this.#makePrefixes(modelText).find((prefix) => prefix.make.id === make.id && prefix.rest !== '');
    return own?.rest ?? modelText.trim();
  }
}

/** A model year before the make, as in '2019 Toyota Camry'. */
const YEAR = /^(?:(?:19|20)\d\d|款)$/;
const EDGE = /^[\s\p{P}]+|[\s\p{Pd}·,，/|]+$/gu;

const modelKey = (makeId: number, name: string) => `${makeId} ${vehicleKey(name)}`;

function putFirst<Value>(map: Map<string, Value>, key: string, value: Value): void {
  if (!map.has(key)) map.set(key, value);
}

function resolved<Make, Model>(make: Make, { model, trim }: FoundModel<Model>): Resolved<Make, Model> {
  return { make, model, modelName: '', trim, among: [] };
}

function trimOf(text: string, start: number, end: number): string | null {
  const around = [text.slice(0, start), text.slice(end)].map((part) => part.replace(EDGE, ''));
  return around.filter((part) => part !== '').join(' ') || null;
}
