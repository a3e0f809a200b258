import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

/** Runs work after the page has loaded, when nothing else waits. */
function whenIdle(work: () => void): void {
  const wait = () => ('requestIdleCallback' in window ? requestIdleCallback(work) : setTimeout(work, 1_000));
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});

if ('signedIn' in document.documentElement.dataset) {
  whenIdle(() => {
    import('#features/listings/components/favourite-sync.ts').then(
      ({ syncFavourites }) => syncFavourites(),
      () => {},
    );
  });
}
