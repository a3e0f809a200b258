/** What a service worker's global scope offers, as far as ours uses it: TypeScript cannot know it beside a page's. */
type LastingEvent = Event & { waitUntil(work: Promise<unknown>): void };

export type FetchEvent = LastingEvent & {
  request: Request;
  preloadResponse?: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
};

export type WorkerScope = {
  location: Location;
  clients: { claim(): Promise<void> };
  registration: { navigationPreload?: { enable(): Promise<void> } };
  addEventListener(name: 'install' | 'activate', work: (event: LastingEvent) => void): void;
  addEventListener(name: 'fetch', response: (event: FetchEvent) => void): void;
};
