import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CHARGE_KINDS, type ChargeKind } from '#features/orders/orders/model/rental-money.ts';
import { renderPage } from '../../../../../tests/support/runner/dom-page.tsx';
import { answerUploads } from '../../../../../tests/support/runner/dom-uploads.ts';
import { ChargeDialog, type ChargeProposal } from './charge-dialog.tsx';

const PROPOSALS: ChargeProposal[] = [
  { kind: 'late_return', reason: '3 hours after the booked end.', evidence: [] },
  { kind: 'fuel', reason: '30 percentage points less fuel.', evidence: [{ label: 'Return: Odometer', url: '/photo' }] },
];
const show = (proposals: ChargeProposal[], kinds: readonly ChargeKind[] = CHARGE_KINDS) =>
  renderPage(
    <ChargeDialog order={{ id: 5, heldCents: 20_000 }} kinds={kinds} proposals={proposals} open onClose={() => {}} />,
  );
const reason = () => page.getByLabelText('Reason');
const kind = () => page.getByLabelText('What for');
const charge = () => userEvent.click(page.getByRole('button', { name: 'Charge the renter' }));

test('fills in the kind and the reason that the protocols give, and asks for the amount', async () => {
  const sent = answerUploads({ status: 200, body: {} });
  await show(PROPOSALS);
  await expect.element(kind()).toHaveValue('late_return');
  await userEvent.click(page.getByRole('radio', { name: 'Missing fuel or charge' }));
  await expect.element(kind()).toHaveValue('fuel');
  await expect.element(reason()).toHaveValue('30 percentage points less fuel.');
  await expect.element(page.getByRole('link', { name: 'Return: Odometer' })).toHaveAttribute('href', '/photo');
  await expect.element(page.getByLabelText(/^Amount/)).toHaveValue('');
  await charge();
  await expect.element(page.getByText(/^An amount above zero/)).toBeVisible();
  expect(sent).toEqual([]);
  await userEvent.fill(page.getByLabelText(/^Amount/), '42.50');
  await charge();
  await expect.poll(() => sent.length).toBe(1);
  const form = sent[0]!.form;
  expect([form.get('kind'), form.get('amount_cents'), form.get('reason'), form.has('proposal')]).toEqual([
    'fuel',
    '4250',
    '30 percentage points less fuel.',
    false,
  ]);
});

test('offers only what can be charged now', async () => {
  await show(PROPOSALS, ['no_show']);
  await expect.element(kind()).toHaveValue('no_show');
  expect(page.getByRole('option').elements()).toHaveLength(1);
  await expect.element(page.getByRole('radio')).not.toBeInTheDocument();
});

test('takes a charge for something else', async () => {
  await show(PROPOSALS);
  await userEvent.click(page.getByRole('radio', { name: 'Something else' }));
  await expect.element(reason()).toHaveValue('');
  await expect.element(page.getByRole('link')).not.toBeInTheDocument();
});

test('proposes nothing without differences', async () => {
  await show([]);
  await expect.element(reason()).toHaveValue('');
  await expect.element(page.getByRole('radio')).not.toBeInTheDocument();
});
