import { expect, type Page } from '@playwright/test';
import { readConfig } from '#lib/server/config/config.ts';
import { openDatabase } from '../../../src/app/commands/open-database.ts';
import { signInAdmin } from '../../support/data/accounts.ts';
import { expectAccessible, expectNoSideways, open, test } from '../../support/journeys/journey.ts';

const SENTENCE = 'The steering wheel must be on the right-hand side of the car.';
// Only this journey reads the rules of Namibia.
const CHECK = '/api/import/check?country=NA&steering=left&on=2026-11-30';

type Reason = { rule: string; gate: string; sentence: string };
async function steeringRule(page: Page): Promise<Reason> {
  const { reasons } = await (await page.request.get(CHECK)).json();
  return reasons.find(({ gate }: Reason) => gate === 'steering');
}

/** Logs the page in as an administrator with two-factor on. A second one would end the account from the settings, which other journeys use. */
async function signInAsAdministrator(page: Page): Promise<void> {
  const { pool, close } = await openDatabase(readConfig(process.env));
  try {
    const { cookie } = await signInAdmin(pool, { role: 'administrator' });
    const [name = '', value = ''] = cookie.split('=');
    await page.context().addCookies([{ name, value, url: `http://127.0.0.1:${process.env.JOURNEY_PORT}` }]);
  } finally {
    await close();
  }
}

test('a correction of a rule is drafted, previewed and proposed, and changes nothing before it is approved', {
  tag: '@once',
}, async ({ page }) => {
  await signInAsAdministrator(page);
  const { rule, sentence } = await steeringRule(page);
  expect(sentence).not.toBe(SENTENCE);

  await open(page, `/ImportRules?country=NA&search=${rule}`);
  await page.getByRole('link', { name: `Edit ${rule}` }).click();
  const panel = page.getByRole('dialog', { name: `Correct ${rule}` });
  await panel.getByLabel('Last checked').fill('yesterday');
  await panel.getByRole('button', { name: 'Save draft' }).click();
  await expect(panel.getByText('This doesn’t fit the column.')).toBeVisible();
  await expectAccessible(page);
  await expectNoSideways(page);
  await panel.getByLabel('Last checked').fill(new Date().toISOString().slice(0, 10));
  await panel.getByLabel('Sentence').fill(SENTENCE);
  await panel.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Draft saved.' })).toBeVisible();

  await expect(page).toHaveURL('/ImportRules?tab=drafts');
  await expect(page.getByText(`Rules: correction of ${rule}`)).toBeVisible();
  await page.getByRole('link', { name: 'Preview the effect' }).click();
  await expect(page.getByText('No car gets another light.')).toBeVisible();
  await page.getByRole('button', { name: 'Propose' }).click();
  await expect(page.getByText('Give a reason of at least 10 characters.')).toBeVisible();
  await page.getByLabel('Reason').fill('The law names the side of the wheel.');
  await page.getByRole('button', { name: 'Propose' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Another administrator has to approve it' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSideways(page);
  expect((await steeringRule(page)).sentence).toBe(sentence);
  await open(page, '/Approvals');
  const proposal = page.getByRole('listitem').filter({ hasText: 'The law names the side of the wheel.' }).first();
  await expect(proposal.getByText('You can’t approve your own proposal. Somebody else has to.')).toBeVisible();
});
