import { headerKey } from '#lib/tables/layout.ts';
import { isShort, type Mapping } from './mapping-file.ts';

/** The text that identifies tables with the same columns. */
export const columnsText = (header: string[]): string => JSON.stringify(header.map(headerKey));

/** What later tables with the same columns are read by. A rate changes daily, and a constant is true of one file. */
export function answersToKeep({ rate: _rate, rates: _rates, constants: _constants, ...answers }: Mapping): Mapping {
  return answers;
}

/** What was said now wins over what was said about an earlier table. Both together must be storable, else only what was said now counts. */
export function withKept(kept: Mapping, given: Mapping): Mapping {
  const columns = { ...kept.columns, ...given.columns };
  const both = { ...kept, ...given, ...(Object.keys(columns).length > 0 && { columns }) };
  return isShort(both) ? both : given;
}
