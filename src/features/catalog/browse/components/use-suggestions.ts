import { useEffect, useState } from 'react';
import { fetchSuggestions } from '../client/suggestions-client.ts';
import type { Suggestion } from '../model/search-contract.ts';

/** Waits for a pause in typing. */
export const TYPING_PAUSE_MS = 120;
/** A later answer would surprise. */
const GIVE_UP_MS = 3_000;
const MIN_LETTERS = 2;
const NONE: Suggestion[] = [];

/** Loads suggestions for what is being typed; null while nothing is. A newer text aborts the older request. */
export function useSuggestions(typed: string | null, mode: 'buy' | 'rent'): Suggestion[] {
  const [found, setFound] = useState<{ typed: string; suggestions: Suggestion[] }>({ typed: '', suggestions: NONE });
  const text = typed?.trim() ?? '';
  useEffect(() => {
    if (text === '' || (text.length < MIN_LETTERS && /^\p{ASCII}*$/u.test(text))) return;
    const request = new AbortController();
    const timer = setTimeout(async () => {
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(GIVE_UP_MS)]);
      const suggestions = await fetchSuggestions(text, mode, signal);
      if (!request.signal.aborted) setFound({ typed: text, suggestions });
    }, TYPING_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [text, mode]);
  return text !== '' && found.typed === text ? found.suggestions : NONE;
}
