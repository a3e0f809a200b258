import { catalogue } from '#content/catalogue/catalogue.ts';
import { nameKey } from './name-key.ts';

const names = new Map(
  catalogue.flatMap(({ name, aliases }) => [name, ...aliases].map((each) => [nameKey(each), name] as const)),
);

/** The catalogue's name of a make, by any name or alias; null where it knows none. */
export function catalogueMake(typed: string): string | null {
  return names.get(nameKey(typed)) ?? null;
}
