import { expect } from '@playwright/test';
import { expectShown, open, test } from '../../support/journeys/journey.ts';
import { payBalance } from '../../support/journeys/journey-orders.ts';
import { daysFromNow, orderCar, report } from '../../support/journeys/journey-shipments.ts';

test('an order sails and arrives late, and the buyer sees why', { tag: '@once' }, async ({ page }) => {
  const order = await orderCar(page);
  await payBalance(page.request, order.bookingId);
  const papers = ['export_licence', 'deregistration', 'customs_declaration'];
  for (const paper of papers) await report(page, order.id, { step: 'export_papers', paper });
  await report(page, order.id, { step: 'at_port', place: 'CNSHA', note: 'Gate 4, row C.' });
  const vessel = { vessel: 'Morning Sea', imo: '9074729', voyage: '126W', place: 'CNSHA' };
  await report(page, order.id, { step: 'sailed', ...vessel });
  const eta = { step: 'arrived', certainty: 'estimated', place: 'KEMBA' };
  await report(page, order.id, { ...eta, happens_at: daysFromNow(40), captured_at: daysFromNow(-2) });
  const note = 'Engine repair in Colombo. The carrier gives the new date.';
  await report(page, order.id, { ...eta, happens_at: daysFromNow(66), note });

  await open(page, `/my-orders/${order.id}`);
  const timeline = page.getByRole('region', { name: 'From the order to the handover' });
  await expect(timeline).toContainText('Shanghai port');
  await expect(timeline).toContainText('Aboard Morning Sea, voyage 126W (IMO 9074729)');
  const arrived = timeline.getByRole('listitem').filter({ hasText: /^Arrived/ });
  await expect(arrived).toContainText('Expected 6 days late');
  await expect(arrived).toContainText('Mombasa');
  await arrived.getByText('The date moved once').click();
  await expect(arrived.getByText(note).last()).toBeVisible();
  await expect(timeline.locator('[aria-current=step]')).toContainText('Bill of lading');
  await expectShown(page);
});
