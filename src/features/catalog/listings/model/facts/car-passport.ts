import type { ListingResponse } from '../listing-contract.ts';
import { BATTERY_NAMES, type FieldsWith, type FieldValue, type GroupedName, hasBattery } from '../listing-fields.ts';
import { type CatalogName, volumeOf } from './catalog-facts.ts';

type FactSource = 'seller' | 'vin' | 'catalog' | 'report';

/** Facts as the passport names them: one or more fields, or what the VIN says. */
export type PassportName =
  | Exclude<
      GroupedName,
      | 'firstRegistrationMonth'
      | 'firstRegistrationCountry'
      | 'lengthMm'
      | 'widthMm'
      | 'heightMm'
      | 'rangeCycle'
      | HealthDetail
      | FieldsWith<{ group: 'rental' }>
    >
  | 'steering'
  | 'firstRegistration'
  | 'modelYear'
  | 'builtIn'
  | 'size'
  | 'range'
  | 'report'
  | 'accidents'
  | 'photos';
type HealthDetail = 'batteryHealthMethod' | 'batteryHealthDate' | 'rangeKm';

type PassportValue =
  | { kind: 'month'; month: string; country: string | null }
  | { kind: 'country'; country: string }
  | { kind: 'years'; years: number[] }
  | { kind: 'size'; lengthMm: number; widthMm: number; heightMm: number; volume: number }
  | { kind: 'number'; value: number }
  | { kind: 'option'; option: string }
  | { kind: 'range'; km: number; cycle: FieldValue<'rangeCycle'> }
  | { kind: 'health'; percent: number; method: FieldValue<'batteryHealthMethod'> }
  | { kind: 'report'; isFile: boolean; certified: boolean }
  | { kind: 'photos'; count: number }
  | { kind: 'noAccidents' };

/** `date` is a moment or a day. */
export type PassportFact = { name: PassportName; value: PassportValue; source: FactSource; date: string };
export type PassportGroup = {
  name: 'import' | 'shipping' | 'battery' | 'papers';
  facts: PassportFact[];
  unknown: PassportName[];
};
type CarPassport = {
  groups: PassportGroup[];
  /** An electric or hybrid car whose seller says nothing about its battery. */
  lacksBatteryData: boolean;
};

/** Returns the facts of a car that decide about import, shipping and charging, each with its source and date. */
export function passportOf(car: ListingResponse): CarPassport {
  const battery = hasBattery(car.fuelType);
  const groups: PassportGroup[] = [
    group('import', [
      ['productionMonth', monthFact(car, car.productionMonth, null)],
      ['firstRegistration', monthFact(car, car.firstRegistrationMonth, car.firstRegistrationCountry)],
      ['modelYear', vinFact(car, car.vinFacts?.years.length ? { kind: 'years', years: car.vinFacts.years } : null)],
      ['builtIn', vinFact(car, car.vinFacts?.country ? { kind: 'country', country: car.vinFacts.country } : null)],
      ['steering', optionFact(car, 'steering')],
      // An electric car has no emissions to certify.
      ...(car.fuelType === 'electric' ? [] : [['emission', optionFact(car, 'emission')] as const]),
      ['powerKw', numberFact(car, 'powerKw')],
    ]),
    group('shipping', [
      ['size', sizeFact(car)],
      ['curbWeightKg', numberFact(car, 'curbWeightKg')],
      ['keys', numberFact(car, 'keys')],
      ['displayLanguage', optionFact(car, 'displayLanguage')],
    ]),
    ...(battery
      ? [
          group('battery', [
            ['batteryKwh', numberFact(car, 'batteryKwh')],
            ['range', rangeFact(car)],
            ['batteryHealth', healthFact(car)],
            ['batteryChemistry', optionFact(car, 'batteryChemistry')],
            ['chargePort', optionFact(car, 'chargePort')],
            ['batteryOwnership', optionFact(car, 'batteryOwnership')],
          ]),
        ]
      : []),
    group('papers', [
      ['report', reportFact(car)],
      ['accidents', car.serviceHistory.noAccidentHistory ? stated(car, { kind: 'noAccidents' }) : null],
      ['photos', car.images.length > 0 ? stated(car, { kind: 'photos', count: car.images.length }) : null],
    ]),
  ];
  return { groups, lacksBatteryData: battery && BATTERY_NAMES.every((name) => !isKnown(car[name])) };
}

/** The response of an older process lacks fields while the site is updated. */
const isKnown = <Value>(value: Value | null | undefined): value is Value => value !== null && value !== undefined;

type Found = Omit<PassportFact, 'name'> | null;

function group(name: PassportGroup['name'], rows: (readonly [PassportName, Found])[]): PassportGroup {
  return {
    name,
    facts: rows.flatMap(([fact, found]) => (found ? [{ name: fact, ...found }] : [])),
    unknown: rows.flatMap(([fact, found]) => (found ? [] : [fact])),
  };
}

const stated = (car: ListingResponse, value: PassportValue): Found => ({
  value,
  source: 'seller',
  date: car.date_updated,
});

const vinFact = (car: ListingResponse, value: PassportValue | null): Found =>
  value && { value, source: 'vin', date: car.date_updated };

/** Returns the seller's value, else the catalog's. */
function statedOrKnown<Name extends GroupedName | 'steering'>(car: ListingResponse, name: Name) {
  const own = car[name] as FieldValue<Name>;
  if (isKnown(own)) return { value: own, source: 'seller' as const, date: car.date_updated };
  const known = car.catalogFacts?.[name as CatalogName] as FieldValue<Name> | undefined;
  return !isKnown(known) ? null : { value: known, source: 'catalog' as const, date: car.catalogFacts!.date };
}

function monthFact(car: ListingResponse, month: string | null, country: string | null): Found {
  if (isKnown(month)) return stated(car, { kind: 'month', month, country: country ?? null });
  return !isKnown(country) ? null : stated(car, { kind: 'country', country });
}

function numberFact(car: ListingResponse, name: 'powerKw' | 'curbWeightKg' | 'keys' | 'batteryKwh'): Found {
  const found = statedOrKnown(car, name);
  return found && { ...found, value: { kind: 'number', value: found.value as number } };
}

type OptionName = 'steering' | 'emission' | 'displayLanguage' | 'batteryChemistry' | 'chargePort' | 'batteryOwnership';

function optionFact(car: ListingResponse, name: OptionName): Found {
  const found = statedOrKnown(car, name);
  return found && { ...found, value: { kind: 'option', option: found.value as string } };
}

/** A size counts as from the catalog if any part of it is. */
function sizeFact(car: ListingResponse): Found {
  const [length, width, height] = [
    statedOrKnown(car, 'lengthMm'),
    statedOrKnown(car, 'widthMm'),
    statedOrKnown(car, 'heightMm'),
  ];
  if (!isKnown(length?.value) || !isKnown(width?.value) || !isKnown(height?.value)) return null;
  const { source, date } = [length, width, height].find((part) => part.source === 'catalog') ?? length;
  const sizes = { lengthMm: length.value, widthMm: width.value, heightMm: height.value };
  return { value: { kind: 'size', ...sizes, volume: volumeOf(sizes) ?? 0 }, source, date };
}

function rangeFact(car: ListingResponse): Found {
  const range = statedOrKnown(car, 'rangeKm');
  if (!isKnown(range?.value)) return null;
  const cycle = range.source === 'seller' ? car.rangeCycle : (car.catalogFacts?.rangeCycle ?? null);
  return { ...range, value: { kind: 'range', km: range.value, cycle } };
}

function healthFact(car: ListingResponse): Found {
  if (!isKnown(car.batteryHealth)) return null;
  const value = { kind: 'health', percent: car.batteryHealth, method: car.batteryHealthMethod } as const;
  return { value, source: 'seller', date: car.batteryHealthDate ?? car.date_updated };
}

function reportFact(car: ListingResponse): Found {
  if (!car.certificationReport) return null;
  const isFile = /^report-[0-9a-f]{32}$/.test(car.certificationReport);
  return {
    value: { kind: 'report', isFile, certified: car.certified },
    source: isFile ? 'report' : 'seller',
    date: car.date_updated,
  };
}
