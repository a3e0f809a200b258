import { type ActionFunction, createMemoryRouter, type RouteObject, RouterProvider } from 'react-router';
import { render } from 'vitest-browser-react';
import { documentTranslator } from '#lib/i18n/document-messages.ts';
import { MessagesProvider } from '#lib/i18n/messages-context.tsx';
import { browserAction, type FormAction } from '#lib/pages/form-action.ts';
import { Toasts } from '#ui/toasts.tsx';

type Page = {
  /** The URL it opens at. */
  at?: string;
  /** Handles its forms, like the page's `act`. */
  act?: FormAction;
};

/** Shows an element as a page with the site's toasts. `search` is the query of the current URL. */
export async function renderPage(element: React.ReactNode, { at = '/', act }: Page = {}) {
  const shown = (
    <>
      <Toasts />
      {element}
    </>
  );
  const route: RouteObject = { path: '*', element: shown };
  if (act) route.action = browserAction(act) as ActionFunction;
  const router = createMemoryRouter([route], { initialEntries: [at] });
  const { rerender, unmount } = await render(
    <MessagesProvider value={documentTranslator()}>
      <RouterProvider router={router} />
    </MessagesProvider>,
  );
  return { router, rerender, unmount, search: () => router.state.location.search };
}
