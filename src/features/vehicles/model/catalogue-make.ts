import { catalogue } from '#content/catalogue/catalogue.ts';
import { nameKey } from './name-key.ts';

const names = new Map(
  catalogue.flatMap(({ name, aliases }) => [name, ...aliases].map((each) => [nameKey(each), name] as const)),
);

/** Returns the catalog name of a make, given any name or alias; null if it is unknown. */
export function catalogueMake(typed: string): string | null {
  return names.get(nameKey(typed)) ?? null;
}
