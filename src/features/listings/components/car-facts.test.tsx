import { expect, test } from 'vitest';
import { renderToStaticMarkup } from '../../../../tests/support/messages/markup.tsx';
import type { ListingResponse } from '../model/listing-contract.ts';
import { ServiceHistory, Specifications } from './car-facts.tsx';

const history = { recentServicing: true, noAccidentHistory: true, modifications: false };

function render(certificationReport: string | null, certified = false): string {
  const car = { serviceHistory: history, modificationDetails: null, certified, certificationReport };
  return renderToStaticMarkup(<ServiceHistory car={car as unknown as ListingResponse} />);
}

test('links an uploaded report for download and shows imported report text as plain text', () => {
  const key = `report-${'0a'.repeat(16)}`;
  expect(render(key)).toContain(`href="/api/documents/${key}"`);
  expect(render(key)).not.toContain(`>${key}<`);
  expect(render('TÜV 2026')).toContain('>TÜV 2026<');
  expect(render('javascript:alert(1)')).not.toContain('href');
  expect(render(null)).toContain('No report available');
});

test.each([
  ['all', 'All-wheel drive'],
  [null, 'Not specified'],
] as const)('names the drive %j: %s', (drive, text) => {
  const car = { make: 'BYD', model: 'Seal', year: 2024, mileage: null, drive };
  const html = renderToStaticMarkup(<Specifications car={car as unknown as ListingResponse} />);
  expect(html).toMatch(new RegExp(`>Drive</dt><dd[^>]*>${text}</dd>`));
});
