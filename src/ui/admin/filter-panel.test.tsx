import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { renderToStaticMarkup } from '../../../tests/support/messages/markup.tsx';
import { FilterPanel } from './filter-panel.tsx';

test.each([
  ['/list', '/list'],
  ['/list?status=paid&sort=name&search=a', '/list?sort=name'],
])('at %j, Reset Filters links to %j', (at, to) => {
  const fields = ['status', 'search'].map((name) => ({ name, kind: 'text' as const, label: name }));
  const element = <FilterPanel fields={fields} />;
  const router = createMemoryRouter([{ path: '/list', element }], { initialEntries: [at] });
  const html = renderToStaticMarkup(<RouterProvider router={router} />);
  expect(/<a [^>]*href="([^"]+)"[^>]*>.*Reset Filters<\/a>/.exec(html)?.[1]).toBe(to);
});
