import { expect, test } from 'vitest';
import { renderToStaticMarkup } from '../../../../../tests/support/messages/markup.tsx';
import { AuditDetails } from './audit-table.tsx';

const linesOf = (details: Record<string, unknown>) =>
  [...renderToStaticMarkup(<AuditDetails details={details} />).matchAll(/<li[^>]*>(.*?)<\/li>/g)].map(
    ([, line]) => line,
  );

test('shows changed values before and after and omits fields that are empty in both', () => {
  const [before, after] = [
    { make: 'BYD', vin: null },
    { make: 'Geely', vin: '', year: '2023' },
  ];
  expect(linesOf({ before, after, changed: ['make'] })).toEqual(['make: BYD → Geely', 'year: – → 2023']);
});

test('formats cents as dollars, omits empty values and escapes markup', () => {
  expect(linesOf({ refundCents: 507_014, booking: 7, reason: '<b>late</b>', reasons: [], note: null })).toEqual([
    'refund: $5,070.14',
    'booking: 7',
    'reason: &lt;b&gt;late&lt;/b&gt;',
  ]);
});
