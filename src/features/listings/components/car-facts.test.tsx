import { expect, test } from 'vitest';
import { renderToStaticMarkup } from '../../../../tests/support/messages/markup.tsx';
import type { ListingResponse } from '../model/listing-contract.ts';
import { ServiceHistory } from './car-facts.tsx';

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
