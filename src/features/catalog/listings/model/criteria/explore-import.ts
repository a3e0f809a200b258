import { readDestination, writeDestination } from '#features/customs/import-rules/model/destination.ts';
/** Filters of a list of cars for sale that need a destination. */
export type ImportFilters = {
  /** Empty: not chosen, so cars that may not be imported are left out. `any`: they come last. */
  mayImport: '' | 'green' | 'any';
  /** Whole US dollars. */
  minLanded: number | null;
  maxLanded: number | null;
};

export const NO_IMPORT: ImportFilters = { mayImport: '', minLanded: null, maxLanded: null };

const DOLLARS = /^\d{1,7}$/;

/** Reads an address that names a destination. Treats invalid values as not chosen, and swaps limits in the wrong order. */
export function importFilters(params: URLSearchParams): ImportFilters {
  // Without scripts, both boxes may be checked.
  const wanted = params.getAll('mayImport');
  const mayImport = (['any', 'green'] as const).find((value) => wanted.includes(value)) ?? '';
  const limit = (name: string) => {
    const digits = params.get(name)?.replace(/[,\s]/g, '') ?? '';
    return DOLLARS.test(digits) ? Number(digits) : null;
  };
  const [min, max] = [limit('minLanded'), limit('maxLanded')];
  const isSwapped = min !== null && max !== null && min > max;
  return { mayImport, minLanded: isSwapped ? max : min, maxLanded: isSwapped ? min : max };
}

/** The destination of an address, empty if it is none. */
export function destinationText(text: string | null): string {
  const destination = readDestination(text);
  return destination ? writeDestination(destination) : '';
}

/** The destination as the list and search calls take it; nothing if the text names none. */
export function destinationCall(text: string) {
  const destination = readDestination(text);
  if (!destination) return {};
  const { country, port, buyer } = destination;
  return { to: country, buyer, ...(port !== null && { port }) };
}
