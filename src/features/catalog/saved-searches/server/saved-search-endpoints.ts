import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { savedSearchCalls } from '../../catalog-calls.ts';
import { savedSearchContract } from '../model/saved-search-contract.ts';
import {
  changeSearch,
  countSearch,
  listSearches,
  removeSearch,
  type SavedSearchDeps,
  saveSearch,
} from './saved-searches.ts';

const HOUR_S = 3_600;

/** A logged-in user, or a person without an account with the key of an emailed link. */
export function savedSearchEndpoints(deps: SavedSearchDeps): Endpoint[] {
  const open = { access: 'optional-auth' } as const;
  const byKey = { ...open, limit: { uses: 300, inSeconds: HOUR_S } };
  return [
    endpoint(savedSearchCalls.count, savedSearchContract.count, {
      ...open,
      summary: 'How many cars a search finds, before it is saved',
      limit: { uses: 600, inSeconds: HOUR_S },
      readCost: 3,
      handle: ({ query, caller, t }) => countSearch(deps, caller, query.query, t),
    }),
    endpoint(savedSearchCalls.list, savedSearchContract.list, {
      ...byKey,
      summary: 'Saved searches, newest first',
      handle: ({ query, caller }) => listSearches(deps, caller, query.key),
    }),
    endpoint(savedSearchCalls.save, savedSearchContract.save, {
      ...open,
      summary: 'Save a search. With an email and without an account, its owner confirms it first',
      limit: { uses: 60, inSeconds: HOUR_S },
      handle: ({ body, caller, t }) => saveSearch(deps, caller, body, t),
    }),
    endpoint(savedSearchCalls.change, savedSearchContract.change, {
      ...byKey,
      summary: 'Change how often a saved search is told, or stop and resume its emails',
      handle: ({ params: { id }, body: { rhythm, is_muted: isMuted, key }, caller, t }) =>
        changeSearch(deps, caller, { id, rhythm, isMuted, key }, t),
    }),
    endpoint(savedSearchCalls.remove, savedSearchContract.remove, {
      ...byKey,
      summary: 'Delete a saved search',
      handle: ({ params, query, caller, t }) => removeSearch(deps, caller, params.id, query.key, t),
    }),
  ];
}
