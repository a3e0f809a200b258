import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type BuyerFacts, buyerFactsIn, buyerFactsQuery, keyOfBuyerFacts } from '../model/buyer-facts.ts';

const stored = (id: number) => `buyer-facts ${id}`;

/** Returns what the buyer said about a car: it is in the address, and kept for the visit when the buyer comes back to the car. */
export function useBuyerFacts(id: number): BuyerFacts {
  const { search } = useLocation();
  const navigate = useNavigate();
  const facts = buyerFactsIn(new URLSearchParams(search));
  const key = keyOfBuyerFacts(facts);
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the facts; the rest of the address does not matter
  useEffect(() => {
    const wasFirst = isFirst.current;
    isFirst.current = false;
    if (key !== '' || !wasFirst) return write(id, key);
    const kept = buyerFactsQuery(buyerFactsIn(new URLSearchParams(read(id))));
    if (Object.keys(kept).length === 0) return;
    const params = new URLSearchParams(search);
    for (const [name, value] of Object.entries(kept)) params.set(name, String(value));
    void navigate({ search: `?${params}` }, { replace: true, preventScrollReset: true });
  }, [id, key]);
  return facts;
}

/** Returns what the buyer said about a car on its page in this visit, for the checkout. */
export function useKeptFacts(id: number): BuyerFacts {
  const key = useSyncExternalStore(
    () => () => {},
    () => read(id),
    () => '',
  );
  return useMemo(() => buyerFactsIn(new URLSearchParams(key)), [key]);
}

function read(id: number): string {
  try {
    return sessionStorage.getItem(stored(id)) ?? '';
  } catch {
    return '';
  }
}

function write(id: number, key: string): void {
  try {
    if (key === '') sessionStorage.removeItem(stored(id));
    else sessionStorage.setItem(stored(id), key);
  } catch {
    // A browser may deny storage; the facts then stay in the address only.
  }
}
