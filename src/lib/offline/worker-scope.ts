/** The part of a service worker's global scope that ours uses. TypeScript's own types conflict with those of a page. */
type ExtendableEvent = Event & { waitUntil(work: Promise<unknown>): void };

export type FetchEvent = ExtendableEvent & {
  request: Request;
  preloadResponse?: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
};

export type WorkerScope = {
  location: Location;
  clients: { claim(): Promise<void> };
  registration: { navigationPreload?: { enable(): Promise<void> } };
  addEventListener(name: 'install' | 'activate', work: (event: ExtendableEvent) => void): void;
  addEventListener(name: 'fetch', response: (event: FetchEvent) => void): void;
};
