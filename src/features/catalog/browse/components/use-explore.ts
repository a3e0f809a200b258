import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigation, useNavigationType } from 'react-router';
import { storedDestination, useStoredDestination } from '#features/catalog/landed-cost/client/destination.ts';
import {
  choose,
  type ExploreState,
  readExplore,
  writeExplore,
} from '#features/catalog/listings/model/criteria/explore-query.ts';

const PRICE = { by: 'price' };

/** @property replaces the entry of the history, for what the visitor did not choose here */
type Go = (change: Partial<ExploreState>, options?: { replaces?: boolean }) => void;

/** Returns the filters in the URL and a function to change them. */
export function useExplore(form: string) {
  const location = useLocation();
  const navigation = useNavigation();
  const navigate = useNavigate();
  const target = navigation.location?.pathname === location.pathname ? navigation.location : location;
  const state = readExplore(new URLSearchParams(location.search));
  const next = readExplore(new URLSearchParams(target.search));

  /** Consecutive price changes share one history entry. */
  const go: Go = (change, { replaces = false } = {}) => {
    const byPrice = 'minPrice' in change;
    void navigate(
      { search: writeExplore(choose(next, change)) },
      {
        preventScrollReset: true,
        // A checkbox shows its new state immediately, and a second change in the same moment builds on the first.
        flushSync: true,
        replace: replaces || (byPrice && target.state?.by === PRICE.by),
        state: byPrice ? PRICE : null,
      },
    );
  };
  useArrivals(form, next, go);
  return { state, next, go, loading: useSlow(target !== location) };
}

/**
 * Goes on with what the visitor chose before the page's scripts ran, and with the destination of this browser: the default order begins
 * with cars for it. The address may name another destination, which a new choice replaces.
 */
function useArrivals(form: string, next: ExploreState, go: Go): void {
  const stored = useStoredDestination();
  const seen = useRef<string | null>(null);
  const [early] = useState(() => earlyChoice(form, next.mode === 'buy' ? next.to : ''));
  // biome-ignore lint/correctness/useExhaustiveDependencies: other changes are the visitor's own
  useEffect(() => {
    // While the page hydrates, the hook returns no destination.
    const chosen = storedDestination();
    const isNew = seen.current !== null && seen.current !== chosen;
    const given = seen.current === null ? early : null;
    seen.current = chosen;
    const change = { ...next, ...given, q: next.q, ...(isNew && { page: 1 }) };
    if (change.mode === 'buy' && (isNew || change.to === '')) change.to = chosen;
    if (writeExplore({ ...change, page: next.page }) === writeExplore(next)) return;
    go(change, { replaces: !isNew && given === null });
  }, [stored, next.mode, next.to]);
}

/**
 * Returns what the user chose in the server-rendered page before its scripts ran; null after client-side rendering.
 * @param to the destination in the address, for which a form may have no field
 */
function earlyChoice(id: string, to: string): ExploreState | null {
  if (typeof document === 'undefined') return null;
  const form = document.forms.namedItem(id);
  if (form === null) return null;
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  const chosen = new URLSearchParams(fields);
  if (to !== '' && !chosen.has('to')) chosen.set('to', to);
  return readExplore(chosen);
}

/** Scrolls to the results and focuses them after a change of the page or filters. */
export function useScrollToResults() {
  const ref = useRef<HTMLHeadingElement>(null);
  const { search, hash } = useLocation();
  const arrived = useNavigationType();
  const before = useRef(search);
  useEffect(() => {
    if (before.current === search) return;
    before.current = search;
    const top = ref.current;
    if (arrived === 'POP' || top === null) return;
    if (hash !== '') top.focus({ preventScroll: true });
    else if (top.getBoundingClientRect().top < 0) top.scrollIntoView();
  }, [search, hash, arrived]);
  return ref;
}

const DELAY_MS = 150;

/** Returns true once `busy` has lasted long enough to be noticed. */
function useSlow(busy: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setSlow(true), DELAY_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [busy]);
  return busy && slow;
}
