import { PORTS } from '#content/ports/ports.ts';
import { portsOf, UNION_MEMBERS } from '#features/customs/import-rules/model/ports.ts';

export type Port = { code: string; name: string; country: string; timeZone: string };

const byCode = new Map<string, Port>();
const byOldCode = new Map<string, Port>();
for (const [code, oldCode, name, country, timeZone] of PORTS) {
  const port = { code, name, country, timeZone };
  byCode.set(code, port);
  if (oldCode && !byOldCode.has(oldCode)) byOldCode.set(oldCode, port);
}

/** Returns a port by its UN/LOCODE, or by the code that trade papers still use for it; null if it is unknown. */
export function portOf(code: string): Port | null {
  const plain = code.toUpperCase().replace(/\s/g, '');
  return byCode.get(plain) ?? byOldCode.get(plain) ?? null;
}

export function allPorts(): Port[] {
  return [...byCode.values()];
}

export function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).format() !== '';
  } catch {
    return false;
  }
}

/**
 * Returns the country whose import rules apply to a car that a vessel brings to `portCountry`. A car for a landlocked country, or for another
 * country of the same union, only passes through the country of the port.
 * @param goesTo the destination that the buyer named; null if none
 */
export function countryOfSailing(goesTo: string | null, portCountry: string): string {
  if (goesTo === null) return portCountry;
  const isInland = portsOf(goesTo).length === 0;
  const isUnion = UNION_MEMBERS.includes(goesTo) && UNION_MEMBERS.includes(portCountry);
  return isInland || isUnion ? goesTo : portCountry;
}
