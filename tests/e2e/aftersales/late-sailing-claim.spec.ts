import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import type { OrderResponse } from '#features/orders/orders/model/order-contract.ts';
import { expectShown, open, test } from '../../support/journeys/journey.ts';
import { addCar } from '../../support/journeys/journey-cars.ts';
import { signInFinance } from '../../support/journeys/journey-finance.ts';
import { newAccount } from '../../support/journeys/journey-login.ts';
import { bookByUpi, payBalanceOf, readyForHandover, withPapers } from '../../support/journeys/journey-orders.ts';
import { daysFromNow, dueBefore, orderNumberOf } from '../../support/journeys/journey-shipments.ts';

const PRICE = 19_999;
const TOTAL = '$21,898.92';
const HALF = '$10,949.46';
/** The price less 5% commission and less the refunded half without its tax. */
const SELLERS = '$8,860.66';
const CLAIM = /\/my-claims\/(\d+)$/;

const newPage = async (browser: Browser, page: Page) =>
  (await browser.newContext({ viewport: page.viewportSize() })).newPage();
const orderOf = async (page: Page, id: number): Promise<OrderResponse> =>
  (await page.request.get(`/api/orders/${id}`)).json();

async function post(page: Page, address: string, data: object) {
  const answer = await page.request.post(address, { data });
  if (!answer.ok()) throw new Error(`${address} failed: ${await answer.text()}`);
  return answer.json();
}

/** Puts an order on a vessel that has sailed and arrived, three days after it was due. */
async function sailLate(office: Page, id: number): Promise<void> {
  const vessel = { vessel: 'Morning Sea', imo: '9074729', voyage: randomUUID().slice(0, 8).toUpperCase() };
  const ports = { from_place: 'CNSHA', to_place: 'AEJEA', etd: daysFromNow(-30), eta: daysFromNow(-4) };
  const cars = [{ car: String(id) }];
  const { sailing_id: sailing } = await post(office, '/api/admin/sailings', { ...vessel, ...ports, cars });
  await dueBefore(id, 'arrived', 4);
  for (const [step, days] of [
    ['sailed', -30],
    ['arrived', -1],
  ] as const) {
    const event = { id: randomUUID(), step, certainty: 'actual', happens_at: daysFromNow(days) };
    await post(office, `/api/admin/sailings/${sailing}/events`, event);
  }
}

test('a car arrives late, a claim refunds half of its price, and the pages of buyer and seller show it', {
  tag: '@once',
}, async ({ page: buyer, browser }) => {
  test.slow();
  const office = await newPage(browser, buyer);
  const { id: car, login } = await addCar(office, 'Sell', PRICE);
  const { email } = await newAccount(buyer);
  const id = await bookByUpi(buyer, car, PRICE, email);
  await payBalanceOf(buyer.request, id);
  await withPapers(id);
  await sailLate(office, id);

  await open(buyer, `/my-orders/${id}`);
  const arrived = buyer
    .getByRole('region', { name: 'From the order to the handover' })
    .getByRole('listitem')
    .filter({ hasText: /^Arrived/ });
  await expect(arrived).toContainText('3 days late');
  await expect(buyer.getByRole('region', { name: 'Something wrong with this car?' })).toContainText('30 days after');
  await buyer.getByRole('button', { name: 'Report a problem' }).click();
  const report = buyer.getByRole('dialog', { name: 'What is wrong?' });
  await report.getByLabel('What happened').fill('The odometer shows 148,000 km. The page of the car says 31,800.');
  const photo = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#0b5b86' } })
    .jpeg()
    .toBuffer();
  await report
    .getByLabel(/^Photos or PDFs/)
    .setInputFiles({ name: 'odometer.jpg', mimeType: 'image/jpeg', buffer: photo });
  await expectShown(buyer);
  await report.getByRole('button', { name: 'Open claim' }).click();
  await expect(buyer).toHaveURL(CLAIM);
  await expect(buyer.getByRole('region', { name: 'The money' })).toContainText(TOTAL);
  await expect(buyer.getByRole('region', { name: 'What happens next' })).toContainText('The seller has until');
  await expectShown(buyer);
  const claim = CLAIM.exec(buyer.url())?.[1];

  const seller = await newPage(browser, buyer);
  await seller.request.post('/api/login', { data: login });
  await open(seller, `/my-orders/${id}`);
  const block = seller.getByRole('region', { name: 'Claims about this order' });
  await expect(block).toContainText('Not as described');
  await expect(block).toContainText('148,000 km');
  await expect(block.getByRole('link', { name: 'Photo 1' })).toBeVisible();
  await expectShown(seller);
  await block.getByLabel('Text').fill('The display was replaced. I agree to give back a part.');
  await block.getByRole('button', { name: 'Send answer' }).click();
  await expect(block).toContainText('The buyer has until');
  await open(seller, '/my-claims');
  await expect(seller.getByRole('listitem').filter({ hasText: orderNumberOf(id) })).toContainText('Answered');
  await expectShown(seller);

  const finance = await newPage(browser, buyer);
  await signInFinance(finance);
  await open(finance, `/Claims?view=${claim}`);
  const panel = finance.getByRole('dialog', { name: `Claim about order ${orderNumberOf(id)}` });
  await panel.getByLabel('To the buyer, US dollars').fill('10949.46');
  await expect(panel.getByLabel('To the seller, US dollars')).toHaveValue('10949.46');
  await expect(panel).toContainText(`${TOTAL} of ${TOTAL} frozen`);
  await expect(panel).toContainText('a second person confirms the decision');
  await panel.getByLabel('Reason').fill('The photos show another odometer reading than the description.');
  await expectShown(finance);
  await panel.getByRole('button', { name: 'Decide' }).click();
  await expect(panel).toContainText('A second person has to confirm it before any money moves.');

  await open(buyer, `/my-claims/${claim}`);
  await expect(buyer.getByRole('region', { name: 'What happens next' })).toContainText(
    'A second person has to confirm',
  );
  const approver = await newPage(browser, buyer);
  await signInFinance(approver);
  await open(approver, '/Approvals');
  const proposal = approver.getByRole('listitem').filter({ hasText: `Claim about order ${orderNumberOf(id)}` });
  await expect(proposal).toContainText(`${HALF} to the buyer, ${HALF} to the seller`);
  await proposal.getByRole('button', { name: 'Approve' }).click();
  await expect(proposal).toContainText('Approved by');

  // Workers send the refund to the provider and issue the credit note.
  await expect.poll(async () => (await orderOf(buyer, id)).money.received_cents, { timeout: 60_000 }).toBe(1_094_946);
  const kinds = async () => (await orderOf(buyer, id)).documents.map(({ kind }) => kind);
  await expect.poll(kinds, { timeout: 60_000 }).toContain('credit_note');
  await readyForHandover(id);
  await post(office, `/api/admin/orders/${id}/complete`, {});

  await open(buyer, `/my-orders/${id}`);
  await expect(buyer.getByRole('link', { name: /^Credit note / }).first()).toBeVisible();
  await expect(buyer.getByRole('main')).toContainText(HALF);
  await open(buyer, `/my-claims/${claim}`);
  await expect(buyer.getByRole('main')).toContainText(`${HALF} to the buyer, ${HALF} to the seller.`);

  await open(seller, '/my-payouts');
  await expect(seller.getByRole('main')).toContainText(SELLERS);
  await expectShown(seller);
});
