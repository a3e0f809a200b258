import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { renderToStaticMarkup } from '../../../../../tests/support/messages/markup.tsx';
import type { ListingResponse } from '../model/listing-contract.ts';
import { ExtraFeatures, ServiceHistory, Specifications } from './car-facts.tsx';
import { TrustFact } from './trust-fact.tsx';

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

test('names doors, and says that they are not known', () => {
  const car = { make: 'BYD', model: 'Seal', year: 2024, mileage: null, doors: 4 };
  const html = renderToStaticMarkup(<Specifications car={car as unknown as ListingResponse} />);
  expect(html).toMatch(/>Doors<\/dt><dd[^>]*>4<\/dd>/);
  const without = renderToStaticMarkup(<Specifications car={{ ...car, doors: null } as unknown as ListingResponse} />);
  expect(without).toMatch(/>Doors<\/dt><dd[^>]*>N\/A<\/dd>/);
});

test('a drive from the catalog is shown as that', () => {
  const car = { make: 'BYD', model: 'Seal', year: 2024, mileage: null, drive: null, catalogFacts: { drive: 'rear' } };
  const html = renderToStaticMarkup(<Specifications car={car as unknown as ListingResponse} />);
  expect(html).toMatch(/>Drive<\/dt><dd[^>]*>Rear-wheel drive \(from the catalog\)<\/dd>/);
});

test.each([
  [null, false, 'No report available', 'text-waiting'],
  [
    null,
    true,
    'No report available.*Certified by the CarQuay team. No inspector or date is on record.',
    'text-waiting',
  ],
  ['TÜV 2026', false, 'Named by the seller. We have no copy', 'text-ink-soft'],
  ['TÜV 2026', true, 'Certified by the CarQuay team. We have no copy of this report.', 'text-ink-soft'],
  [`report-${'0a'.repeat(16)}`, false, 'Supplied by the seller. CarQuay hasn’t certified this car.', 'text-verified'],
  [`report-${'0a'.repeat(16)}`, true, 'Certified by the CarQuay team, who published this report.', 'text-verified'],
])('says what a certificate rests on: report %j, certified %j', (report, certified, words, color) => {
  const row = /id="inspection-report".*?<\/dd>/.exec(render(report, certified))?.[0] ?? '';
  expect(row).toMatch(new RegExp(words));
  expect(row).toContain(color);
});

test('shows what only the seller states in gray', () => {
  const statements = render(`report-${'0a'.repeat(16)}`, true).split('id="inspection-report"')[0] ?? '';
  expect(statements.match(/text-ink-soft"/g)?.length).toBeGreaterThanOrEqual(3);
  expect(statements).not.toContain('text-verified');
  const extraFeatures = { gps: true, sunroof: false, leatherSeats: false, backupCamera: false };
  const features = renderToStaticMarkup(<ExtraFeatures car={{ extraFeatures } as unknown as ListingResponse} />);
  expect(features).toContain('Stated by the seller');
  expect(features).not.toContain('text-verified');
});

test('Certified is green and links to its report on the car page only where the report is a file', () => {
  const mark = (car: object, basis?: string) =>
    renderToStaticMarkup(
      <MemoryRouter>
        <TrustFact
          car={{ RentSell: 'Sell', certified: true, condition: null, rating: null, reviewCount: 0, ...car }}
          {...(basis && { basis })}
        />
      </MemoryRouter>,
    );
  expect(mark({})).not.toContain('text-verified');
  expect(mark({ certificationReport: 'TÜV 2026' }, '#inspection-report')).not.toContain('text-verified');
  const documented = mark({ certificationReport: `report-${'0a'.repeat(16)}` }, '#inspection-report');
  expect(documented).toContain('text-verified');
  expect(documented).toContain('href="/#inspection-report"');
});
