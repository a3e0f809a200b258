import { createMemoryRouter, Link, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { documentTranslator } from '#lib/i18n/document-messages.ts';
import { MessagesProvider } from '#lib/i18n/messages-context.tsx';
import { NavigationProgress } from './connection.tsx';

test('the pressed link is marked while the next page loads slowly, and not after that', async () => {
  let arrive = () => {};
  const slow = new Promise<null>((done) => {
    arrive = () => done(null);
  });
  const links = (
    <>
      <NavigationProgress />
      <Link to="/slow">Dashboard</Link>
      <Link to="/other">Home</Link>
    </>
  );
  const router = createMemoryRouter([
    { path: '/slow', element: links, loader: () => slow },
    { path: '*', element: links },
  ]);
  await render(
    <MessagesProvider value={documentTranslator()}>
      <RouterProvider router={router} />
    </MessagesProvider>,
  );
  const link = page.getByRole('link', { name: 'Dashboard' });
  await link.click();
  await expect.element(link).toHaveAttribute('data-pressed');
  await expect.element(page.getByRole('link', { name: 'Home' })).not.toHaveAttribute('data-pressed');
  arrive();
  await expect.element(page.getByRole('link', { name: 'Dashboard' })).not.toHaveAttribute('data-pressed');
});
