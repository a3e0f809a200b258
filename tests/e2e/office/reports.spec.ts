import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSideways, open, tabTo, test } from '../../support/journeys/journey.ts';
import { signInAdminByCall } from '../../support/journeys/journey-login.ts';
import { pdfPages } from '../../support/site/documents/pdf-text.ts';

const now = new Date();
const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() + 1];
const choose = (page: Page, label: string, option: string) =>
  page.getByLabel(label, { exact: true }).selectOption(option);
const generate = (page: Page) => page.getByRole('button', { name: 'Generate Report' });

test.beforeEach(({ page }) => signInAdminByCall(page));

test('a monthly report is downloaded as a PDF named after its period', { tag: '@once' }, async ({ page }) => {
  await open(page, '/ReportDesign');
  await expectAccessible(page);
  await expectNoSideways(page);
  for (const [label, value] of [
    ['Scope', 'monthly'],
    ['Type', 'overall'],
    ['Month', String(month)],
    ['Year', String(year)],
  ]) {
    await expect(page.getByLabel(label ?? '', { exact: true })).toHaveValue(value ?? '');
  }
  await choose(page, 'Type', 'financials');
  await tabTo(page, generate(page));
  const saving = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe(`monthly_report_${month}_${year}.pdf`);
  const text = (await pdfPages(await readFile(await saved.path()))).join(' ');
  expect(text).toContain('Financial report');
  expect(text).toContain('Page 1 of ');
  await expect(page.getByRole('alert').filter({ hasText: `monthly_report_${month}_${year}.pdf` })).toBeVisible();
});

test('a yearly report is downloaded as CSV, and a failed report can be requested again', { tag: '@once' }, async ({
  page,
}) => {
  await open(page, '/ReportDesign');
  await choose(page, 'Scope', 'yearly');
  await expect(page.getByLabel('Month', { exact: true })).toHaveCount(0);
  await choose(page, 'Year', String(year - 4));
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download data (CSV)' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe(`yearly_report_${year - 4}.csv`);
  expect(await readFile(await saved.path(), 'utf8')).toMatch(/^\uFEFFBooking ID,/);

  await choose(page, 'Type', 'sales');
  await page.route('**/api/reports?*', (route) => route.fulfill({ status: 503, json: { message: 'Busy' } }), {
    times: 1,
  });
  await generate(page).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Failed to generate report. Please try again.' }),
  ).toBeVisible();
  const repeated = page.waitForEvent('download');
  await generate(page).click();
  expect((await repeated).suggestedFilename()).toBe(`yearly_report_${year - 4}.pdf`);
});
