import { abortableApi } from '#lib/api-client/browser-api.ts';
import { searchCalls } from '../../catalog-calls.ts';
import type { Suggestion } from '../model/search-contract.ts';

/** Returns suggestions for typed text; none if they do not arrive in time. */
export async function fetchSuggestions(q: string, mode: 'buy' | 'rent', signal: AbortSignal): Promise<Suggestion[]> {
  const query = { q, rentSell: mode === 'rent' ? 'Rent' : 'Sell' } as const;
  try {
    return (await abortableApi(signal).call(searchCalls.suggestions, { query })).suggestions;
  } catch {
    return [];
  }
}
