import '#generated/messages/all-areas.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ListingResponse } from '../model/listing-contract.ts';
import { ServiceHistory } from './car-facts.tsx';

const history = { recentServicing: true, noAccidentHistory: true, modifications: false };

function shown(certificationReport: string | null, certified = false): string {
  const car = { serviceHistory: history, modificationDetails: null, certified, certificationReport };
  return renderToStaticMarkup(<ServiceHistory car={car as unknown as ListingResponse} />);
}

test('links an uploaded report for download and shows imported report text as plain text', () => {
  const key = `report-${'0a'.repeat(16)}`;
  expect(shown(key)).toContain(`href="/api/documents/${key}"`);
  expect(shown(key)).not.toContain(`>${key}<`);
  expect(shown('TÜV 2026')).toContain('>TÜV 2026<');
  expect(shown('javascript:alert(1)')).not.toContain('href');
  expect(shown(null)).toContain('No report available');
});
