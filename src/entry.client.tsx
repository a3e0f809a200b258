import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { whenIdle } from '#lib/when-idle.ts';

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  whenIdle(() => {
    navigator.serviceWorker.register('/service-worker.js').catch(() => {});
  });
}

if ('signedIn' in document.documentElement.dataset) {
  whenIdle(() => {
    import('#features/favorites/client/favorite-sync.ts').then(
      ({ syncFavorites }) => syncFavorites(),
      () => {},
    );
  });
}
