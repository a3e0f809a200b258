import { randomUUID } from 'node:crypto';
import { utils, write } from '@e965/xlsx';
import { expect, type Page } from '@playwright/test';
import { camtFile, type Entry } from '../../support/bookkeeping/camt-files.ts';
import {
  expectAccessible,
  expectNarrowFits,
  expectNoSideways,
  expectShown,
  open,
  test,
} from '../../support/journeys/journey.ts';
import { signInFinance } from '../../support/journeys/journey-finance.ts';
import { signInAdminByCall } from '../../support/journeys/journey-login.ts';
import { bookCar } from '../../support/journeys/journey-orders.ts';
import { bookingAmount, totalOf } from '../../support/payments/paying.ts';

/** Above the limit of what one person’s statements pay within a day, less the deposit. */
const PRICE = 20_000;
const alert = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words });
const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words });

/** The account that the site of the journeys prints on invoices. */
async function accountOf(page: Page): Promise<string> {
  const { accounts } = await (await page.request.get('/api/admin/statements/mappings')).json();
  return accounts[0];
}

async function statementOf(page: Page, entries: Entry[]) {
  const account = await accountOf(page);
  const number = randomUUID().slice(0, 8);
  const day = new Date().toISOString().slice(0, 10);
  return { name: `${number}.xml`, mimeType: 'text/xml', buffer: camtFile({ account, number, day, entries }) };
}

const choose = (page: Page, file: { name: string; mimeType: string; buffer: Buffer }) =>
  page.locator('input[type=file]').setInputFiles(file);

test('finance imports a statement, a second person confirms it, and its lines are matched to orders', {
  tag: '@once',
}, async ({ page }) => {
  const { order, email } = await bookCar(page, 'Sell', PRICE);
  await signInAdminByCall(page);
  const { reference, number, buyer } = await (await page.request.get(`/api/admin/orders/${order}`)).json();
  const balance = (totalOf(PRICE) - bookingAmount(PRICE)).toFixed(2);
  const mark = randomUUID().slice(0, 8);
  const file = await statementOf(page, [
    { amount: balance, reference: `${mark}-1`, name: buyer.name, text: `${reference} ${mark}` },
    { amount: '250.00', reference: `${mark}-2`, name: 'Juma Brothers Ltd', text: `deposit ${mark}` },
    { amount: '12.50', out: true, reference: `${mark}-3`, info: `Account fee ${mark}` },
  ]);

  await open(page, '/BankStatements');
  await page.getByRole('link', { name: 'Import a statement' }).click();
  await expect(page).toHaveURL('/BankStatements?tab=import');
  await choose(page, { ...file, buffer: Buffer.from('<Document><Stmt>') });
  await expect(page.getByText('not well-formed XML')).toBeVisible();
  await choose(page, file);
  await expect(page.getByText(`CQ`).or(page.getByText(mark)).first()).toBeVisible();
  await expectShown(page);
  await expectNarrowFits(page);
  await page.getByRole('button', { name: 'Import 3 lines' }).click();
  await expect(page.getByText('3 lines were imported.')).toBeVisible();
  await choose(page, file);
  await expect(page.getByText('This very file was imported before')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Nothing to import' })).toBeVisible();

  await open(page, `/BankStatements?search=${mark}`);
  const suggested = row(page, reference);
  const panel = page.getByRole('dialog', { name: 'Bank line' });
  await suggested.getByRole('link', { name: 'Confirm the statement first' }).click();
  await expect(panel.getByText('You imported this statement, so somebody else has to confirm it.')).toBeVisible();
  await signInFinance(page);
  await open(page, '/BankStatements?tab=statements&state=to_confirm');
  await row(page, file.name).getByRole('link').click();
  const statement = page.getByRole('dialog', { name: 'Bank statement' });
  await expect(statement.getByRole('listitem').filter({ hasText: reference })).toBeVisible();
  await expectShown(page);
  await statement.getByRole('button', { name: 'Confirm that the bank shows the same' }).click();
  await expect(alert(page, 'The statement is confirmed.')).toBeVisible();
  await open(page, `/BankStatements?search=${mark}`);
  await expect(suggested).toContainText('Pays all');
  await expectShown(page);
  await expectNarrowFits(page);
  await suggested.getByRole('button', { name: `Match to ${number}` }).click();
  await expect(alert(page, `Matched to ${number}.`)).toBeVisible();
  await expect(suggested).toHaveCount(0);
  const paid = await (await page.request.get(`/api/admin/orders/${order}`)).json();
  expect(paid.money.open_cents).toBe(0);

  await row(page, 'Juma Brothers').getByRole('link', { name: 'Choose an order' }).click();
  await expect(panel.getByText('The text names no order.')).toBeVisible();
  await panel.getByRole('searchbox', { name: 'Find an order' }).fill(email);
  await panel.getByRole('searchbox', { name: 'Find an order' }).press('Enter');
  await expect(panel.getByText('$250.00 too much')).toBeVisible();
  await expectShown(page);
  await panel.getByRole('button', { name: `Match to ${number}` }).click();
  await expect(panel.getByText('Enter why somebody else paid.', { exact: true })).toBeVisible();
  await panel.getByLabel('Why did somebody else pay?').fill('Her brother, by email of today.');
  await panel.getByRole('button', { name: `Match to ${number}` }).click();
  await expect(alert(page, `Matched to ${number}.`)).toBeVisible();

  await row(page, 'Account fee').getByRole('link', { name: 'Say what it was for' }).click();
  await panel.getByText('Bank fee', { exact: true }).click();
  const fee = panel.getByRole('group').filter({ hasText: 'What the bank took for itself.' });
  await fee.getByText('Match only a part').click();
  await fee.getByLabel('Amount, in US dollars').fill('12.00');
  await fee.getByRole('button', { name: 'Book as a bank fee' }).click();
  await expect(alert(page, '$0.50 of the line are left.')).toBeVisible();
  await panel.getByText('Tax, own money and costs').click();
  await panel.getByLabel('What was it?').selectOption('Rent, salaries and other costs');
  await panel.getByLabel('Who was paid, or who paid, and for what?').fill('A letter that the bank has sent for us.');
  await panel.getByRole('button', { name: 'Book the line' }).click();
  await expect(alert(page, 'The line was booked as costs of the operator.')).toBeVisible();
  await expect(page.getByText('Every line is matched.')).toBeVisible();

  await open(page, `/BankStatements?tab=matched&search=${mark}`);
  await expect(row(page, 'Juma Brothers')).toContainText('Her brother, by email of today.');
  await row(page, 'Juma Brothers').getByRole('link', { name: /View/ }).click();
  await panel.getByLabel('Why is the match wrong?').fill('It was for another car.');
  await panel.getByRole('button', { name: 'Undo the match' }).click();
  await expect(alert(page, 'The match was undone.')).toBeVisible();
  await open(page, `/BankStatements?search=${mark}`);
  await expect(row(page, 'Juma Brothers')).toBeVisible();
});

test('finance maps the columns of a bank once', { tag: '@once' }, async ({ page }) => {
  await signInAdminByCall(page);
  const mark = randomUUID().slice(0, 8);
  // Other journeys import lines of other days into the same database.
  const date = new Date(Date.UTC(1995, 0, 1) + Math.floor(Math.random() * 8_000) * 86_400_000);
  const day = date.toISOString().slice(0, 10).split('-').reverse().join('.');
  const text = `Bank of ${mark}\n\nDay ${mark};Payer;Purpose;Sum\n${day};Amina;${mark} one;1.000,00\n${day};Bank;${mark} two;-2,50\n`;
  const file = { name: 'table.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await open(page, '/BankStatements?tab=import');
  await choose(page, file);
  await expect(page.getByRole('region', { name: 'The first rows of the file' })).toContainText('1.000,00');
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(alert(page, 'Enter a name for these columns.')).toBeVisible();
  await page.getByLabel('Name of these columns').fill(`Bank ${mark}`);
  await page.getByLabel('Day of booking').selectOption(`Day ${mark}`);
  await page.getByLabel('Amount in one column').selectOption('Sum');
  await page.getByLabel('Dates').selectOption('DMY');
  await expectAccessible(page);
  await expectNoSideways(page);
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByText('$1,000.00')).toBeVisible();
  await page.getByRole('button', { name: 'Import 2 lines' }).click();
  await expect(page.getByText('2 lines were imported.')).toBeVisible();

  await choose(page, { ...file, buffer: Buffer.from(`${text}${day};Juma;${mark} three;3,00\n`) });
  await expect(page.getByLabel('Read as')).toHaveValue(/\d+/);
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByRole('button', { name: 'Import one line' }).click();
  await expect(page.getByText('One line was imported.')).toBeVisible();
});

test('finance answers once what a bank leaves open: signs, unknown columns and the sheet', { tag: '@once' }, async ({
  page,
}) => {
  await signInAdminByCall(page);
  const mark = randomUUID().slice(0, 8);
  const days = Date.UTC(1995, 0, 1) + Math.floor(Math.random() * 8_000) * 86_400_000;
  const day = (after: number) => new Date(days + after * 86_400_000).toISOString().slice(0, 10);
  const book = (date: string) => {
    const all = utils.book_new();
    const rows = (name: string, amount: number) => [
      ['Date', 'Details', 'Amount', `Art ${mark}`],
      [date, `${mark} ${name} ${date} one`, amount, 'foo'],
      [date, `${mark} ${name} ${date} two`, 20, 'foo'],
    ];
    utils.book_append_sheet(all, utils.aoa_to_sheet(rows('dollars', 1_000)), `USD ${mark}`);
    utils.book_append_sheet(all, utils.aoa_to_sheet(rows('shillings', 5_000)), `KES ${mark}`);
    return write(all, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer;
  };
  const file = (date: string) => ({ name: `${date}.xlsx`, mimeType: 'application/octet-stream', buffer: book(date) });
  const check = page.getByRole('button', { name: 'Check the file' });

  await open(page, '/BankStatements?tab=import');
  await choose(page, file(day(0)));
  await expect(page.getByLabel('Sheet')).toHaveValue('');
  await check.click();
  await expect(alert(page, 'Choose the sheet first.')).toBeVisible();
  await page.getByLabel('Sheet').selectOption(`USD ${mark}`);
  await expect(page.getByRole('region', { name: 'The first rows of the file' })).toContainText('1000');
  await expect(page.getByText('Are all rows money received?')).toBeVisible();
  await page.getByLabel('Name of these columns').fill(`Asked ${mark}`);
  await check.click();
  await expect(alert(page, 'Say what amounts without a sign are.')).toBeVisible();
  await page.getByLabel('Amounts without a sign are').selectOption('in');
  await check.click();
  await expect(alert(page, 'Say what each unknown column means.')).toBeVisible();
  await expectShown(page);
  await page.getByLabel(`Art ${mark} is`).selectOption('ignored');
  await check.click();
  await expect(page.getByText('$1,000.00')).toBeVisible();
  await page.getByRole('button', { name: 'Import 2 lines' }).click();
  await expect(page.getByText('2 lines were imported.')).toBeVisible();

  await choose(page, file(day(1)));
  await expect(page.getByLabel('Read as')).toHaveValue(/\d+/);
  await expect(page.getByLabel('Sheet')).toHaveValue(`USD ${mark}`);
  await check.click();
  await page.getByRole('button', { name: 'Import 2 lines' }).click();
  await expect(page.getByText('2 lines were imported.')).toBeVisible();
});
