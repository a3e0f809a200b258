import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '../../../../../tests/support/runner/dom-page.tsx';
import type { ExportPapersResponse } from '../model/export-paper-contract.ts';
import { ExportPapers } from './export-papers.tsx';

const PAPERS: ExportPapersResponse = {
  may_write: true,
  papers: [
    { kind: 'packing_list', closed: null, url: '/api/orders/7/export-papers/packing_list/pdf' },
    { kind: 'bill_of_sale', closed: 'not_paid', url: '/api/orders/7/export-papers/bill_of_sale/pdf' },
  ],
  cars: [
    {
      ...{ listing_id: 3, name: '2023 BYD Yuan Plus', vin: 'LGXCE4CB0N0123456', version: 12 },
      ...{ hs_code: '870380', engine_number: null, origin: 'CN', weight_kg: 1_920 },
      ...{ length_mm: null, width_mm: null, height_mm: null, missing: ['engine_number', 'size'] },
    },
  ],
};

test('a seller sees the missing facts, why a paper is not issued yet, and the form for the facts', async () => {
  await renderPage(<ExportPapers orderId={7} papers={PAPERS} />);
  await expect.element(page.getByRole('link', { name: 'Packing list' })).toBeVisible();
  await expect.element(page.getByText('Bill of sale: It is made once the order is paid in full.')).toBeVisible();
  await expect
    .element(page.getByText('Not known yet, so not on the papers: Engine number, Length, width and height'))
    .toBeVisible();
  await page.getByText('Enter facts of 2023 BYD Yuan Plus').click();
  await expect.element(page.getByLabelText('HS code')).toHaveValue('870380');
  await expect.element(page.getByLabelText('Country of origin')).toHaveValue('CN');
  expect(document.querySelector<HTMLInputElement>('input[name=seen]')?.value).toBe('12');
});

test('a buyer sees the papers but no form for the facts', async () => {
  const cars = PAPERS.cars.map((car) => ({ ...car, missing: [] }));
  await renderPage(<ExportPapers orderId={7} papers={{ ...PAPERS, may_write: false, cars }} />);
  await expect.element(page.getByText('All facts for the papers are known.')).toBeVisible();
  expect(document.querySelector('form')).toBeNull();
});
