import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSideways, open, test } from '../../support/journeys/journey.ts';
import { signInFinance } from '../../support/journeys/journey-finance.ts';

const REASON = 'More plans for buyers in Namibia.';
const alert = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words });

// The proposal is canceled, because other journeys accept the newest terms while this one runs. order-terms.db.test.ts approves one.
test('finance proposes terms to a second person, and enters bank holidays', {
  tag: '@once',
}, async ({ page, browser }) => {
  await signInFinance(page);
  await open(page, '/OrderTerms');
  await page.getByRole('button', { name: 'Add a country with its own plans' }).click();
  const country = page.getByRole('group', { name: 'Plans for another country' });
  await country.getByLabel('Country').selectOption('NA');
  const namibia = page.getByRole('group', { name: 'Plans for Namibia' });
  await namibia.getByLabel('50% first, 50% later').check();
  await expect(page.getByText('Plans for Namibia: as everywhere → 25/75, 50/50')).toBeVisible();
  await page.getByLabel('Hold a car for a bank transfer').fill('0');
  await page.getByRole('button', { name: 'Propose this version' }).click();
  await expect(page.getByText('Enter a value within the limits above this field.')).toBeVisible();
  await expectAccessible(page);
  await expectNoSideways(page);
  await page.getByLabel('Hold a car for a bank transfer').fill('3');
  await page.getByLabel('Reason').fill(REASON);
  await page.getByRole('button', { name: 'Propose this version' }).click();
  await expect(page.getByRole('heading', { name: /^Proposed: version/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Propose this version' })).toBeHidden();

  const second = await (await browser.newContext()).newPage();
  await signInFinance(second);
  await open(second, '/Approvals');
  const proposal = second.getByRole('listitem').filter({ hasText: REASON }).first();
  await expect(proposal).toContainText('Plans for Namibia: as everywhere → 25/75, 50/50');
  await expect(proposal.getByRole('button', { name: 'Approve' })).toBeVisible();
  await proposal.getByRole('button', { name: 'Cancel' }).click();
  await expect(proposal.getByRole('button', { name: 'Approve' })).toBeHidden();
  await open(page, '/OrderTerms');
  await expect(page.getByRole('button', { name: 'Propose this version' })).toBeVisible();

  await open(page, '/OrderTerms?year=2041');
  await expect(page.getByText('No days are entered for 2041.')).toBeVisible();
  const day = page.getByRole('group', { name: 'Day 1' });
  await day.getByLabel('Date').fill('2041-02-01');
  await page.getByRole('button', { name: 'Save 2041' }).click();
  await expect(day.getByText('Enter a name')).toBeVisible();
  await day.getByLabel('Name').fill('Spring Festival');
  await page.getByRole('button', { name: 'Save 2041' }).click();
  await expect(alert(page, 'The bank holidays of 2041 were saved.')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Spring Festival' }).getByLabel('Date')).toHaveValue('2041-02-01');
  await page.getByRole('button', { name: 'Remove Spring Festival' }).click();
  await page.getByRole('button', { name: 'Save 2041' }).click();
  await expect(page.getByText('No days are entered for 2041.')).toBeVisible();
});
