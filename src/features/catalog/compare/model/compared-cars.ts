export const MAX_COMPARED_CARS = 4;

/** A chosen car as the browser keeps it: what the bar shows of it without a call. */
export type ComparedCar = { id: number; name: string; picture?: string | undefined };

const PARAMETER = 'cars';
const ID = /^[1-9]\d{0,14}$/;
/** Of an entry that is no car, the page repeats at most this many characters. */
const MAX_SHOWN = 30;

export type ComparedAddress = {
  ids: number[];
  /** Entries that are no car's number. */
  ignored: string[];
  /** Cars beyond the limit. */
  leftOut: number[];
};

/** Reads the cars of a comparison from the query part of its address. */
export function readCompared(params: URLSearchParams): ComparedAddress {
  const entries = params
    .getAll(PARAMETER)
    .flatMap((text) => text.split(','))
    .map((text) => text.trim())
    .filter((text) => text !== '');
  const all = [...new Set(entries.filter((text) => ID.test(text)).map(Number))];
  const ignored = [...new Set(entries.filter((text) => !ID.test(text)))];
  return {
    ids: all.slice(0, MAX_COMPARED_CARS),
    ignored: ignored.slice(0, MAX_COMPARED_CARS).map((text) => text.slice(0, MAX_SHOWN).toWellFormed()),
    leftOut: all.slice(MAX_COMPARED_CARS, 2 * MAX_COMPARED_CARS),
  };
}

export function comparedSearch(ids: readonly number[]): string {
  return ids.length > 0 ? `?${PARAMETER}=${ids.join(',')}` : '';
}

/** Parses the stored list; an empty text is none. Drops what is no car. */
export function parseComparedCars(stored: string): ComparedCar[] {
  if (stored === '') return [];
  try {
    const cars: unknown = JSON.parse(stored);
    return Array.isArray(cars) ? cars.filter(isComparedCar).slice(0, MAX_COMPARED_CARS) : [];
  } catch {
    return [];
  }
}

function isComparedCar(value: unknown): value is ComparedCar {
  const { id, name, picture } = (value ?? {}) as Partial<Record<keyof ComparedCar, unknown>>;
  return (
    Number.isSafeInteger(id) &&
    Number(id) > 0 &&
    typeof name === 'string' &&
    (picture === undefined || (typeof picture === 'string' && picture.startsWith('/')))
  );
}
