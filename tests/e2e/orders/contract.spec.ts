import { expect } from '@playwright/test';
import { expectAccessible, expectNoSideways, open, test } from '../../support/journeys/journey.ts';
import { addCar } from '../../support/journeys/journey-cars.ts';
import { newAccount } from '../../support/journeys/journey-login.ts';
import { bookByUpi } from '../../support/journeys/journey-orders.ts';

const PRICE = 20_000;

test('buyer and seller accept one bilingual contract, which is then a signed document', { tag: '@once' }, async ({
  page,
  browser,
}) => {
  const { id: car, login } = await addCar(page, 'Sell', PRICE);
  const { email } = await newAccount(page);
  const order = await bookByUpi(page, car, PRICE, email);

  await open(page, `/my-orders/${order}/pay`);
  await expect(page).toHaveURL(`/contracts/${order}`);
  await open(page, `/my-orders/${order}`);
  await page.getByRole('region', { name: 'Accept the sales contract' }).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Sales contract of order CQ-');
  await expect(page.getByRole('listitem').filter({ hasText: '双方当事人' })).toContainText('Buyer: Chen Wei');
  await expectAccessible(page);
  await expectNoSideways(page);
  await page.getByRole('button', { name: 'Accept the contract' }).click();
  await expect(page.getByRole('checkbox')).toBeFocused();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Accept the contract' }).click();
  await expect(page).toHaveURL(`/my-orders/${order}`);
  await expect(page.getByRole('region', { name: 'Accept the sales contract' })).toHaveCount(0);
  const contract = page.getByRole('link', { name: /^Contract CT-/ });
  await expect(contract).toBeVisible();
  const file = await page.request.get((await contract.getAttribute('href')) ?? '');
  expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-');
  await page
    .getByRole('link', { name: /^Pay \$/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Pay for order');

  const seller = await (await browser.newContext({ viewport: page.viewportSize() })).newPage();
  await seller.request.post('/api/login', { data: login });
  await open(seller, '/Dashboard');
  const sold = seller.getByRole('region', { name: 'Sold cars' });
  await expect(sold).toContainText('$19,000');
  await expectAccessible(seller);
  await expectNoSideways(seller);
  await sold.getByRole('link', { name: 'Read and accept the contract' }).click();
  await expect(seller.getByText(/^Buyer Chen Wei accepted on /)).toBeVisible();
  await seller.getByRole('checkbox').check();
  await seller.getByRole('button', { name: 'Accept the contract' }).click();
  await expect(sold.getByRole('link', { name: 'Contract accepted' })).toBeVisible();
  await seller.context().close();
});
