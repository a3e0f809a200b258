import { expect, test } from 'vitest';
import { renderToStaticMarkup } from '../../../../../tests/support/messages/markup.tsx';
import { ActivityChart, RevenueChart } from './dashboard-parts.tsx';

const rowHeadersOf = (html: string) => [...html.matchAll(/<th scope="row"[^>]*>([^<]+)/g)].map(([, head]) => head);

test('a chart without data shows sample values marked as such', () => {
  const revenue = renderToStaticMarkup(<RevenueChart revenue={null} />);
  expect(revenue).toContain('Sample data');
  expect(rowHeadersOf(revenue)).toEqual(['Jan', 'Feb', 'Mar', 'Apr', 'May']);
  const activity = renderToStaticMarkup(<ActivityChart activity={null} />);
  expect(activity).toContain('Sample data');
  expect(rowHeadersOf(activity)).toEqual([1, 2, 3, 4, 5].map((week) => `Week ${week}`));
});

test('charts with data show their values in the chart and its table, without the sample', () => {
  const months = [
    { month: '2025-12', amount: 5_070.14 },
    { month: '2026-01', amount: -120 },
  ];
  const html = renderToStaticMarkup(<RevenueChart revenue={months} />);
  expect(html).not.toContain('Sample');
  expect(rowHeadersOf(html)).toEqual(['Dec', 'Jan 26']);
  expect(html).toContain('>$5.1K<');
  const weeks = [{ week: '2026-03-09', listings: 12, bookings: 3, signups: 7 }];
  const activity = renderToStaticMarkup(<ActivityChart activity={weeks} />);
  for (const value of ['Listings', 'Bookings', 'Sign-ups', '>12<', '>3<', '>7<']) expect(activity).toContain(value);
  expect(rowHeadersOf(activity)).toEqual(['Mar 9']);
});
