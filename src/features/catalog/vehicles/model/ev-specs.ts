import { EV_SPECS } from '#content/catalog/ev-specs.ts';
import { nameKey } from './vehicle-name.ts';

/** What the catalog knows about one version of an electric model. Null is unknown. */
export type EvSpec = {
  drive: 'front' | 'rear' | 'all' | null;
  powerKw: number | null;
  curbWeightKg: number | null;
  lengthMm: number | null;
  widthMm: number | null;
  heightMm: number | null;
  batteryKwh: number | null;
  batteryChemistry: 'lfp' | 'nmc' | null;
  rangeKm: number | null;
  rangeCycle: 'cltc' | 'wltp' | null;
  chargePort: 'gbt' | null;
};

type Versions = { from: number; to: number; spec: EvSpec };

/** By make and model. */
const versionsOf = new Map<string, Versions[]>();
for (const line of EV_SPECS.trim().split('\n').slice(1)) {
  const [make = '', model = '', from, to, ...cells] = line.split(',');
  const key = keyOf(make, model);
  const versions = versionsOf.get(key) ?? [];
  versions.push({ from: Number(from), to: Number(to), spec: specOf(cells) });
  versionsOf.set(key, versions);
}

function keyOf(make: string, model: string): string {
  return `${nameKey(make)} ${nameKey(model)}`;
}

function specOf(cells: string[]): EvSpec {
  const [drive, power, weight, length, width, height, battery, chemistry, range, cycle, port] = cells;
  const number = (cell: string | undefined) => (cell ? Number(cell) : null);
  const word = <Word extends string>(cell: string | undefined) => (cell ? (cell as Word) : null);
  return {
    drive: word(drive),
    powerKw: number(power),
    curbWeightKg: number(weight),
    lengthMm: number(length),
    widthMm: number(width),
    heightMm: number(height),
    batteryKwh: number(battery),
    batteryChemistry: word(chemistry),
    rangeKm: number(range),
    rangeCycle: word(cycle),
    chargePort: word(port),
  };
}

/** Returns the versions of an electric model, named as in the catalog, of a model year. Server only: the table is large. */
export function evSpecsOf(make: string, model: string, year: number): EvSpec[] {
  const versions = versionsOf.get(keyOf(make, model)) ?? [];
  return versions.filter(({ from, to }) => from <= year && year <= to).map(({ spec }) => spec);
}
