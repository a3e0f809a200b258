import { createContext, use, useEffect, useMemo, useSyncExternalStore } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import {
  type Destination,
  namesDestination,
  readDestination,
  withDestination,
  writeDestination,
} from '#features/customs/import-rules/model/destination.ts';
import type { Crumb } from '#lib/pages/structured-data.ts';

const STORED = 'ship-to';
/** Set while amounts in the currency of the destination are known, so that cards reserve their room before the first paint. */
const HAS_RATE = 'ship-to-rate';
const watchers = new Set<() => void>();
/** Undefined until it is read. */
let chosen: string | undefined;

/** The destination of this browser as text; empty if none is chosen, and while a page hydrates. */
export const useStoredDestination = () => useSyncExternalStore(watch, storedDestination, () => '');

export function storedDestination(): string {
  chosen ??= read();
  return chosen;
}

/** Stores a destination, or forgets it if the text is empty. */
export function storeDestination(text: string): void {
  chosen = text;
  const { dataset } = document.documentElement;
  if (text === '') {
    delete dataset.shipTo;
    storeHasRate(false);
  } else dataset.shipTo = '';
  try {
    if (text === '') localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, text);
  } catch {
    // A browser may deny storage; the choice then lasts until the page is reloaded.
  }
  for (const watcher of watchers) watcher();
}

/** Remembers whether the last answer had an exchange rate. */
export function storeHasRate(hasRate: boolean): void {
  const { dataset } = document.documentElement;
  if (hasRate) dataset.shipToRate = '';
  else delete dataset.shipToRate;
  try {
    if (hasRate) localStorage.setItem(HAS_RATE, '1');
    else localStorage.removeItem(HAS_RATE);
  } catch {
    // A browser may deny storage; the room is then made when the answer arrives.
  }
}

function read(): string {
  try {
    return localStorage.getItem(STORED) ?? '';
  } catch {
    return '';
  }
}

function watch(changed: () => void): () => void {
  const follow = ({ key }: StorageEvent) => {
    if (key !== STORED && key !== null) return;
    chosen = undefined;
    changed();
  };
  watchers.add(changed);
  addEventListener('storage', follow);
  return () => {
    watchers.delete(changed);
    removeEventListener('storage', follow);
  };
}

/** The destination of a page about a country: the chosen one if it is in that country, because it also has port, city and buyer. */
const within = (ofPage: Destination, chosen: Destination | null): Destination =>
  chosen?.country === ofPage.country ? chosen : ofPage;

/**
 * The destination that the page or its address (`?to=`) names, else the one of this browser; null if there is none. The same
 * object until it is another destination.
 */
export function useDestination(): Destination | null {
  const { search } = useLocation();
  const ofPage = use(PageDestination);
  const stored = useStoredDestination();
  const chosen = readDestination(new URLSearchParams(search).get('to')) ?? readDestination(stored);
  const destination = ofPage ? within(ofPage, chosen) : chosen;
  const text = destination ? writeDestination(destination) : null;
  return useMemo(() => readDestination(text), [text]);
}

/**
 * Returns a function that adds the destination to the address of another page, if this page or its own address names one. A
 * destination of the browser needs no address.
 */
export function useCarriedDestination(): (address: string) => string {
  const { search } = useLocation();
  const ofPage = use(PageDestination);
  const stored = useStoredDestination();
  return useMemo(() => {
    const inAddress = readDestination(new URLSearchParams(search).get('to'));
    const named = ofPage ? within(ofPage, inAddress ?? readDestination(stored)) : inAddress;
    return (address) => (named ? withDestination(address, named) : address);
  }, [ofPage, search, stored]);
}

/** Returns a function that stores a destination, and replaces the one in the address, which comes first. */
export function useStoreDestination(): (text: string) => void {
  const [search, setSearch] = useSearchParams();
  return (text) => {
    storeDestination(text);
    if (!namesDestination(search)) return;
    const next = new URLSearchParams(search);
    if (text === '') next.delete('to');
    else next.set('to', text);
    setSearch(next, { replace: true, preventScrollReset: true });
  };
}

/** Adds the destination to the links of breadcrumbs. */
export const carriedCrumbs = (crumbs: Crumb[], carry: (address: string) => string): Crumb[] =>
  crumbs.map((crumb) => (crumb.to ? { ...crumb, to: carry(crumb.to) } : crumb));

/** Puts the destination of this browser into an address without one, because the server sorts the page by it. */
export function useDestinationInAddress(isWanted: boolean): void {
  const stored = useStoredDestination();
  const { search } = useLocation();
  const navigate = useNavigate();
  const isNamed = namesDestination(new URLSearchParams(search));
  useEffect(() => {
    if (!isWanted || isNamed || stored === '') return;
    const params = new URLSearchParams(search);
    params.set('to', stored);
    params.delete('page');
    void navigate({ search: `?${params}` }, { replace: true, preventScrollReset: true });
  }, [isWanted, isNamed, stored, search, navigate]);
}

/** The destination that a page is about, such as the page of a country. It comes before a stored one of another country. */
export const PageDestination = createContext<Destination | null>(null);
