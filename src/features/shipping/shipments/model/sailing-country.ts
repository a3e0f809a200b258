import { portsOf } from '#features/customs/import-rules/model/ports.ts';
import { UNION_MEMBERS } from '#features/customs/import-rules/model/union.ts';

/**
 * Returns the country whose import rules count for a car that a vessel brings to `portCountry`. The way to a country without a port, or to
 * another one of the same union, leads through others, which do not import the car.
 * @param goesTo where the buyer said that the car goes; null if nobody said it
 */
export function countryOfSailing(goesTo: string | null, portCountry: string): string {
  if (goesTo === null) return portCountry;
  const isInland = portsOf(goesTo).length === 0;
  const isUnion = UNION_MEMBERS.includes(goesTo) && UNION_MEMBERS.includes(portCountry);
  return isInland || isUnion ? goesTo : portCountry;
}
