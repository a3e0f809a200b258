import type { Unchecked } from '#lib/api-client/api-call.ts';

/** Names in the address of a list; what a filter or a sort order changes leads back to its first page. */
const PLACE = ['page', 'after'];

/** The search part of an address with some values changed; undefined or '' takes one away. */
export function searchWith(
  search: URLSearchParams,
  changes: Record<string, string | number | undefined>,
  { keepPlace = false }: { keepPlace?: boolean } = {},
): string {
  const next = new URLSearchParams(search);
  if (!keepPlace) for (const name of PLACE) next.delete(name);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') next.delete(name);
    else next.set(name, String(value));
  }
  const text = next.toString();
  return text === '' ? '' : `?${text}`;
}

/** What an address says besides a filter's own fields and the place in the list: a form that is sent without scripts keeps it. */
export function besideFields(search: URLSearchParams, fields: readonly string[]): [name: string, value: string][] {
  return [...search].filter(([name]) => !fields.includes(name) && !PLACE.includes(name));
}

/** The same list with a detail (`view`, `edit`) opened or, with undefined, closed. */
export function searchToOpen(search: URLSearchParams, name: string, id: string | number | undefined): string {
  return searchWith(search, { view: undefined, edit: undefined, [name]: id }, { keepPlace: true });
}

/** The values of an address that a call takes, by its names; those that are not set are left out. */
export function queryFrom<Name extends string>(search: URLSearchParams, names: readonly Name[]) {
  const found = names.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : []));
  return Object.fromEntries(found) as { [N in Name]?: Unchecked };
}
