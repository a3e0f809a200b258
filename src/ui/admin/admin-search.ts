import type { Unchecked } from '#lib/api-client/api-call.ts';

/** Query parameters of the position in a list. A changed filter or sort order removes them. */
const POSITION_NAMES = ['page', 'after'];

/** Returns the query string with some values changed; undefined or '' removes a value. */
export function searchWith(
  search: URLSearchParams,
  changes: Record<string, string | number | undefined>,
  { keepPlace = false }: { keepPlace?: boolean } = {},
): string {
  const next = new URLSearchParams(search);
  if (!keepPlace) for (const name of POSITION_NAMES) next.delete(name);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') next.delete(name);
    else next.set(name, String(value));
  }
  const text = next.toString();
  return text === '' ? '' : `?${text}`;
}

/** Returns the query parameters that a filter form must keep in hidden fields: all but its own and the position. */
export function otherParameters(search: URLSearchParams, fields: readonly string[]): [name: string, value: string][] {
  return [...search].filter(([name]) => !fields.includes(name) && !POSITION_NAMES.includes(name));
}

/** Returns the query string with a detail (`view`, `edit`) opened, or closed if the id is undefined. */
export function searchToOpen(search: URLSearchParams, name: string, id: string | number | undefined): string {
  return searchWith(search, { view: undefined, edit: undefined, [name]: id }, { keepPlace: true });
}

/** Returns the values of a call's query from the URL, without those that are not set. */
export function queryFrom<Name extends string>(search: URLSearchParams, names: readonly Name[]) {
  const found = names.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : []));
  return Object.fromEntries(found) as { [N in Name]?: Unchecked };
}
