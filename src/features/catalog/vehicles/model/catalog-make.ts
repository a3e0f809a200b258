import { catalog } from '#content/catalog/catalog.ts';
import { nameKey } from './name-key.ts';

const names = new Map(
  catalog.flatMap(({ name, aliases }) => [name, ...aliases].map((each) => [nameKey(each), name] as const)),
);

/** Returns the catalog name of a make, given any name or alias; null if it is unknown. */
export function catalogMake(typed: string): string | null {
  return names.get(nameKey(typed)) ?? null;
}
