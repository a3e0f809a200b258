import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigation, useNavigationType } from 'react-router';
import {
  choose,
  type ExploreState,
  readExplore,
  writeExplore,
} from '#features/listings/model/criteria/explore-query.ts';

const PRICE = { by: 'price' };

/** Returns the filters in the URL and a function to change them. */
export function useExplore(form: string) {
  const location = useLocation();
  const navigation = useNavigation();
  const navigate = useNavigate();
  const target = navigation.location?.pathname === location.pathname ? navigation.location : location;
  const state = readExplore(new URLSearchParams(location.search));
  const next = readExplore(new URLSearchParams(target.search));

  /** Consecutive price changes share one history entry. */
  const go = (change: Partial<ExploreState>) => {
    const byPrice = 'minPrice' in change;
    void navigate(
      { search: writeExplore(choose(next, change)) },
      {
        preventScrollReset: true,
        // A checkbox shows its new state at once, and a second change at the same moment builds on the first.
        flushSync: true,
        replace: byPrice && target.state?.by === PRICE.by,
        state: byPrice ? PRICE : null,
      },
    );
  };
  const [early] = useState(() => earlyChoice(form, state.mode === 'buy' ? state.to : ''));
  // biome-ignore lint/correctness/useExhaustiveDependencies: an early choice is applied once
  useEffect(() => {
    if (early === null) return;
    const change = { ...early, q: state.q };
    if (writeExplore({ ...change, page: state.page }) !== writeExplore(state)) go(change);
  }, []);
  return { state, next, go, loading: useSlow(target !== location) };
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
