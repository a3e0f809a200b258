import { TRIM_WORDS } from '#content/catalog/names/trim-words.ts';
import { longestRun, type Unit, vehicleKey } from './name-units.ts';

const WORDS = new Set([...TRIM_WORDS].map(vehicleKey));

/** A model year, a displacement, or an amount with a unit. A number of one or two digits may be part of another model's name. */
const AMOUNT = /^(?:(?:19|20)\d\d(?:my)?|\d+[.,]?\d+[a-z]*|\d+(?:km|kw|kwh|hp|ps|cc|座)|\d(?:t|l|td|座|d|wd|x\d))$/;
const SHORT_NUMBER = /^\d{1,2}$/;
const ENGINES = new Set(['tfsi', 'tsi', 'tdi', 'kw', '座', '款', '匹', '门', '速']);

/** Whether units are only words of trims, versions and engines, such as '2019款 1.5T 豪华型'. */
export function isTrimText(units: readonly Unit[], isBadge: (key: string) => boolean): boolean {
  for (let at = 0; at < units.length; ) {
    const end = longestRun(units, at, (key, last) => (WORDS.has(key) ? last : null)) ?? amountEnd(units, at, isBadge);
    if (end === null) return false;
    at = end;
  }
  return true;
}

function amountEnd(units: readonly Unit[], at: number, isBadge: (key: string) => boolean): number | null {
  const { key } = units[at]!;
  const ofEngine = SHORT_NUMBER.test(key) && ENGINES.has(units[at + 1]?.key ?? '');
  const isAmount = ofEngine || (AMOUNT.test(key) && !SHORT_NUMBER.test(key));
  return isAmount || isBadge(key) ? at + 1 : null;
}
