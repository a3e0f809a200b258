import type { Unchecked } from '#lib/api-client/api-call.ts';
import { isApiFailure } from '#lib/api-client/api-client.ts';
import { actionByForm, type FormAction, outcomeOf } from '#lib/pages/form-action.ts';
import type { Load } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { savedSearchCalls } from '../../catalog-calls.ts';
import type { CountedSearchResponse, SavedSearchResponse } from '../model/saved-search-contract.ts';

type SavedSearchesPage = {
  /** Null for a visitor without the key of an emailed link. */
  searches: SavedSearchResponse[] | null;
  /** The search to add; null: none. */
  added: CountedSearchResponse | null;
  /** The rhythm that an emailed link proposes. */
  rhythm: string | null;
  hasKey: boolean;
};

const keyOf = (url: URL) => url.searchParams.get('key') ?? undefined;
type Rhythm = SavedSearchResponse['rhythm'];
const isRhythm = (text: string | undefined): text is Rhythm =>
  text === 'at_once' || text === 'daily' || text === 'weekly';

export const loadSavedSearches: Load<SavedSearchesPage> = async ({ api, url }) => {
  const key = keyOf(url);
  const add = url.searchParams.get('add');
  const [added, found] = await Promise.all([
    add === null ? null : api.call(savedSearchCalls.count, { query: { query: add } }),
    api.call(savedSearchCalls.list, { query: { key } }).catch((error: unknown) => {
      if (isApiFailure(error) && (error.status === 401 || error.status === 403)) return null;
      throw error;
    }),
  ]);
  return {
    searches: found?.searches ?? null,
    added,
    rhythm: url.searchParams.get('rhythm'),
    hasKey: key !== undefined,
  };
};

const save: FormAction = async ({ api, url, values: { rhythm, email, query = '' } }) => {
  const key = keyOf(url);
  const body = {
    ...{ query, rhythm: isRhythm(rhythm) ? rhythm : ('daily' as const) },
    ...(email && { email }),
    ...(key !== undefined && { key }),
  };
  const { search, ...response } = await api.call(savedSearchCalls.save, { body });
  const here = key === undefined ? paths.savedSearches : `${paths.savedSearches}?key=${encodeURIComponent(key)}`;
  return outcomeOf(response, search ? { to: here } : {});
};

const change: FormAction = async ({ api, url, values: { id = '', rhythm, muted } }) => {
  const key = keyOf(url);
  const body = {
    ...(isRhythm(rhythm) && { rhythm }),
    ...(muted !== undefined && { is_muted: muted === 'true' }),
    ...(key !== undefined && { key }),
  };
  return outcomeOf(await api.call(savedSearchCalls.change, { params: { id: id as Unchecked }, body }));
};

const remove: FormAction = async ({ api, url, values: { id = '' } }) =>
  outcomeOf(await api.call(savedSearchCalls.remove, { params: { id: id as Unchecked }, query: { key: keyOf(url) } }));

export const savedSearchActions = actionByForm({ save, change, mute: change, remove });
