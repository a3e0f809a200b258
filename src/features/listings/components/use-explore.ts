import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigation, useNavigationType } from 'react-router';
import { choose, type ExploreState, readExplore, writeExplore } from '../explore-query.ts';
import { useSlow } from './use-slow.ts';

const PRICE = { by: 'price' };

/** The page's choice, as its address has it, and the way to make another. */
export function useExplore() {
  const location = useLocation();
  const navigation = useNavigation();
  const navigate = useNavigate();
  const asked = navigation.location?.pathname === location.pathname ? navigation.location : location;
  const state = readExplore(new URLSearchParams(location.search));
  const next = readExplore(new URLSearchParams(asked.search));

  /** A run of price changes leaves one entry in the history. */
  const go = (change: Partial<ExploreState>) => {
    const byPrice = 'minPrice' in change;
    navigate(
      { search: writeExplore(choose(next, change)) },
      { preventScrollReset: true, replace: byPrice && asked.state?.by === PRICE.by, state: byPrice ? PRICE : null },
    );
  };
  return { state, next, go, loading: useSlow(asked !== location) };
}

/** Where the results begin: brought into view, and into focus, when a person goes to other results. */
export function useResultsTop() {
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
