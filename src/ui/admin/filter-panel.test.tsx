import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { renderToStaticMarkup } from '../../../tests/support/messages/markup.tsx';
import { FilterPanel } from './filter-panel.tsx';

test.each([
  ['/list', '/list'],
  ['/list?status=paid&sort=name&search=a', '/list?sort=name'],
])('at %j, Reset Filters links to %j', (at, to) => {
  const element = <FilterPanel names={['status', 'search']}>{null}</FilterPanel>;
  const router = createMemoryRouter([{ path: '/list', element }], { initialEntries: [at] });
  const html = renderToStaticMarkup(<RouterProvider router={router} />);
  expect(/<a [^>]*href="([^"]+)"[^>]*>.*Reset Filters<\/a>/.exec(html)?.[1]).toBe(to);
});
