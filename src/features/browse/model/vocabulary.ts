import type { CarType, FuelType, Transmission } from '#features/listings/model/listing.ts';
import { nameKey } from '#features/vehicles/model/name-key.ts';
import { letterBits, typosAllowed } from './typo-distance.ts';

export type Meaning =
  | { kind: 'make'; makeId: number; name: string }
  | { kind: 'model'; modelId: number; makeId: number; name: string }
  | { kind: 'carType'; carType: CarType; name: string }
  | { kind: 'fuelType'; fuelType: FuelType; name: string }
  | { kind: 'transmission'; transmission: Transmission; name: string }
  | { kind: 'filler'; name: string };

/**
 * The words that search understands. `meanings`: by key (see nameKey). `vehicleKeys`: sorted, for prefixes and typos.
 * `typoKeys`: those that a word with typos may mean. `longestKey`: in UTF-16 units.
 */
export type Vocabulary = {
  meanings: Map<string, Meaning[]>;
  vehicleKeys: string[];
  typoKeys: TypoKey[];
  longestKey: number;
};

/** `bits`: its letters, see `letterBits`. `typos`: how many it may be away. */
type TypoKey = { key: string; bits: number; typos: number };

type Named = { id: number; name: string; aliases: string[] };

const CAR_TYPE_WORDS: Record<CarType, string> = {
  sedan: 'sedan sedans saloon saloons 轿车',
  suv: 'suv suvs crossover 越野车',
  hatchback: 'hatchback hatchbacks hatch 两厢车',
  truck: 'truck trucks pickup pickups bakkie ute 皮卡',
  coupe: 'coupe coupes coupé 轿跑',
  wagon: 'wagon wagons estate estates 旅行车',
  van: 'van vans minivan minivans mpv mpvs bus buses 面包车 商务车',
  convertible: 'convertible convertibles cabrio cabriolet roadster 敞篷车',
};

const FUEL_WORDS: Record<FuelType, string> = {
  petrol: 'petrol gasoline gas benzin 汽油',
  diesel: 'diesel 柴油',
  electric: 'electric ev evs bev 电动 纯电 电动车',
  hybrid: 'hybrid hybrids phev hev plug-in-hybrid 混动 插混',
  cng: 'cng',
  lpg: 'lpg',
};

const TRANSMISSION_WORDS: Record<Transmission, string> = {
  automatic: 'automatic auto 自动',
  manual: 'manual 手动',
  cvt: 'cvt',
  'semi-automatic': 'semiautomatic',
};

const FILLERS =
  'used cheap cheapest affordable best good second hand secondhand car cars vehicle vehicles for sale buy rent from in the a of with and 二手 二手车';

export function buildVocabulary(makes: Named[], models: (Named & { makeId: number })[]): Vocabulary {
  const meanings = new Map<string, Meaning[]>();
  const vehicleKeys = new Set<string>();
  const put = (word: string, meaning: Meaning) => {
    const key = nameKey(word);
    if (key === '') return key;
    const known = meanings.get(key);
    if (known) known.push(meaning);
    else meanings.set(key, [meaning]);
    return key;
  };
  const kindKeys: string[] = [];
  const putVehicle = ({ name, aliases }: Named, meaning: Meaning) => {
    for (const word of new Set([name, ...aliases])) vehicleKeys.add(put(word, meaning));
  };
  for (const make of makes) putVehicle(make, { kind: 'make', makeId: make.id, name: make.name });
  for (const model of models) {
    putVehicle(model, { kind: 'model', modelId: model.id, makeId: model.makeId, name: model.name });
  }
  const putWords = <Value extends string>(words: Record<Value, string>, meaning: (value: Value) => Meaning) => {
    for (const [value, text] of Object.entries(words) as [Value, string][]) {
      for (const word of text.split(' ')) kindKeys.push(put(word, meaning(value)));
    }
  };
  putWords(CAR_TYPE_WORDS, (carType) => ({ kind: 'carType', carType, name: carType }));
  putWords(FUEL_WORDS, (fuelType) => ({ kind: 'fuelType', fuelType, name: fuelType }));
  putWords(TRANSMISSION_WORDS, (transmission) => ({ kind: 'transmission', transmission, name: transmission }));
  for (const word of FILLERS.split(' ')) put(word, { kind: 'filler', name: word });
  vehicleKeys.delete('');
  const sortedKeys = [...vehicleKeys].sort();
  const typoKeys = [...sortedKeys, ...kindKeys.filter((key) => key.length > 3)]
    .filter((key) => key.length >= 3 && !/^\d+$/.test(key))
    .map((key) => ({ key, bits: letterBits(key), typos: typosAllowed(key.length) }));
  const longestKey = Math.max(0, ...Array.from(meanings.keys(), (key) => key.length));
  return { meanings, vehicleKeys: sortedKeys, typoKeys, longestKey };
}
