import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { documentTranslator, loadMessages } from '#lib/i18n/document-messages.ts';
import { MessagesProvider } from '#lib/i18n/messages-context.tsx';
import type { MessageArea } from '#lib/i18n/translator.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { areasOfAllPages } from './page-areas.ts';

const root = document.documentElement;
/** The areas that the document has asked the browser to load already. */
const preloaded = [...document.querySelectorAll<HTMLLinkElement>('link[data-area]')];
const areas = preloaded.map(({ dataset }) => dataset.area as MessageArea);

// In development React Router loads the modules of later pages itself, so that their messages cannot be loaded with them.
loadMessages(import.meta.env.DEV ? areasOfAllPages() : areas).then(
  () =>
    startTransition(() => {
      hydrateRoot(
        document,
        <StrictMode>
          <MessagesProvider value={documentTranslator()}>
            <HydratedRouter />
          </MessagesProvider>
        </StrictMode>,
      );
    }),
  () => {
    root.dataset.broken = '';
  },
);

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  whenIdle(() => {
    navigator.serviceWorker.register('/service-worker.js').catch(() => {});
  });
}

if ('signedIn' in root.dataset) {
  whenIdle(() => {
    import('#features/catalog/favorites/client/favorite-sync.ts').then(
      ({ syncFavorites }) => syncFavorites(),
      () => {},
    );
  });
}
