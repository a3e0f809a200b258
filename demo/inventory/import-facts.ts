import type { CarType } from '../../src/features/catalog/listings/model/listing.ts';
import {
  columnOf,
  FIELD_NAMES,
  type FieldValues,
  fieldOf,
  type GroupedName,
} from '../../src/features/catalog/listings/model/listing-fields.ts';
import { type EvSpec, evSpecsOf } from '../../src/features/catalog/vehicles/model/ev-specs.ts';
import type { Vehicle } from './choose-vehicle.ts';
import { SeededRandom } from './seeded-random.ts';

export type ImportFacts = FieldValues<GroupedName>;

const NAMES = FIELD_NAMES.filter((name): name is GroupedName => fieldOf(name).group !== undefined);
export const IMPORT_COLUMNS = NAMES.map((name) => {
  const field = fieldOf(name);
  const type = field.kind !== 'number' ? 'text' : field.decimals ? 'numeric' : 'int';
  return { name, column: columnOf(name), type };
});
const UNKNOWN = Object.fromEntries(NAMES.map((name) => [name, null])) as ImportFacts;

const SEED = 7_310_402;
const DAY = 86_400_000;
const WITHOUT_PRODUCTION = 0.15;
const WITHOUT_REGISTRATION = 0.1;
const WITHOUT_EMISSION = 0.15;
const WITHOUT_SIZE = 0.3;
/** Electric cars whose seller says nothing about the battery. */
const WITHOUT_BATTERY = 0.12;
const WITH_HEALTH = 0.55;

/** Length, width and height in millimeters and weight in kilograms of an ordinary car. */
const SIZES: Record<CarType, [length: number, width: number, height: number, weight: number]> = {
  sedan: [4_720, 1_835, 1_465, 1_410],
  suv: [4_620, 1_870, 1_690, 1_580],
  hatchback: [4_050, 1_740, 1_530, 1_150],
  truck: [5_330, 1_890, 1_830, 1_960],
  coupe: [4_640, 1_850, 1_390, 1_540],
  wagon: [4_800, 1_850, 1_490, 1_560],
  van: [4_950, 1_880, 1_850, 1_850],
  convertible: [4_560, 1_840, 1_370, 1_590],
};
const BATTERY_WEIGHT = 280;

type Circumstances = {
  nth: number;
  /** Years since the first registration. */
  age: number;
  midnight: number;
  steering: 'left' | 'right' | null;
  drive: EvSpec['drive'];
};

/** Uses a separate random sequence, which leaves the other facts of the inventory unchanged. */
export function importFactsOf(vehicle: Vehicle, { nth, age, midnight, steering, drive }: Circumstances): ImportFacts {
  const random = new SeededRandom(SEED + 13 * nth);
  const { kind, year } = vehicle;
  const { fuel } = kind.car;
  const registered = new Date(midnight - age * 365.25 * DAY);
  const built = new Date(registered.getTime() - random.between(20, 240) * DAY);
  if (built.getUTCFullYear() < year - 1) built.setUTCFullYear(year - 1, random.whole(6, 11), 1);
  const spec = fuel === 'electric' ? specOf(vehicle, drive) : null;
  const hasBattery = fuel === 'electric' && !random.chance(WITHOUT_BATTERY);
  return {
    ...UNKNOWN,
    productionMonth: random.chance(WITHOUT_PRODUCTION) ? null : monthOf(built),
    ...(!random.chance(WITHOUT_REGISTRATION) && {
      firstRegistrationMonth: monthOf(registered),
      firstRegistrationCountry: 'CN',
    }),
    emission: fuel === 'electric' || random.chance(WITHOUT_EMISSION) ? null : emissionOf(built),
    ...sizeOf(vehicle, spec, random),
    keys: random.chance(0.1) ? null : random.chance(0.8) ? 2 : 1,
    displayLanguage: random.chance(0.2) ? null : random.chance(0.75) ? 'chinese' : 'several',
    ...(hasBattery && batteryOf(vehicle, { spec, age, midnight, random })),
    ...(hasBattery && { chargePort: steering === 'right' ? 'ccs2' : 'gbt' }),
  };
}

const monthOf = (date: Date) => date.toISOString().slice(0, 7);

/** The versions of an electric model differ in little but power and battery; any one will do. */
function specOf({ kind: { make, model }, year }: Vehicle, drive: EvSpec['drive']): EvSpec | null {
  const specs = evSpecsOf(make, model.name, year);
  return specs.find((spec) => drive === null || spec.drive === drive) ?? null;
}

/** China introduced its standards for passenger cars in these years. */
function emissionOf(built: Date): ImportFacts['emission'] {
  const month = monthOf(built);
  if (month >= '2020-07') return 'china6';
  if (month >= '2017-01') return 'china5';
  return month >= '2011-07' ? 'china4' : null;
}

/** The same size for all cars of a model. Sellers of models that the catalog knows often leave it out. */
function sizeOf({ kind: { make, model, car } }: Vehicle, spec: EvSpec | null, random: SeededRandom) {
  if (random.chance(spec === null ? WITHOUT_SIZE : 2 * WITHOUT_SIZE)) return {};
  if (spec?.lengthMm && spec.curbWeightKg) {
    const { powerKw, lengthMm, widthMm, heightMm, curbWeightKg } = spec;
    return { powerKw, lengthMm, widthMm, heightMm, curbWeightKg };
  }
  const ofModel = new SeededRandom(
    [...`${make} ${model.name}`].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7),
  );
  const around = (value: number, share: number) => Math.round((value * ofModel.between(1 - share, 1 + share)) / 5) * 5;
  const [length, width, height, weight] = SIZES[model.body];
  return {
    lengthMm: around(model.seats <= 4 && model.body === 'hatchback' ? 3_300 : length, 0.05),
    widthMm: around(width, 0.03),
    heightMm: around(height, 0.03),
    curbWeightKg: around(weight + (car.fuel === 'electric' ? BATTERY_WEIGHT : 0), 0.08),
    powerKw: car.engineCc === null ? null : Math.round(car.engineCc * (car.fuel === 'diesel' ? 0.058 : 0.074)),
  };
}

type Battery = { spec: EvSpec | null; age: number; midnight: number; random: SeededRandom };

/** Trims of electric cars name their range or capacity. */
function batteryOf({ kind: { make }, trim, year }: Vehicle, { spec, age, midnight, random }: Battery) {
  const range = /(\d{3}) km/.exec(trim.name)?.[1];
  const capacity = /(\d{2,3}) kWh/.exec(trim.name)?.[1];
  return {
    batteryKwh: capacity === undefined ? null : Number(capacity),
    ...(range !== undefined && {
      rangeKm: Number(range),
      rangeCycle: year >= 2021 ? ('cltc' as const) : ('nedc' as const),
    }),
    batteryChemistry: make === 'BYD' ? ('lfp' as const) : (spec?.batteryChemistry ?? null),
    batteryOwnership: make === 'NIO' && random.chance(0.4) ? ('leased' as const) : ('owned' as const),
    ...(random.chance(WITH_HEALTH) && {
      batteryHealth: Math.max(70, Math.round(100 - age * random.between(1, 2.4))),
      batteryHealthMethod: random.chance(0.7) ? ('diagnostic' as const) : ('display' as const),
      batteryHealthDate: new Date(midnight - random.whole(1, 18) * DAY).toISOString().slice(0, 10),
    }),
  };
}
