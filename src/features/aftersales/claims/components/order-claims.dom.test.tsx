import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../../../../../tests/support/runner/dom-page.tsx';
import { answerUploads } from '../../../../../tests/support/runner/dom-uploads.ts';
import type { OrderClaimsResponse } from '../model/claim-contract.ts';
import { OrderClaims } from './order-claims.tsx';

const CAR = { listing_id: 7, make: 'BYD', model: 'Seal', year: 2021 };
const OTHER = { listing_id: 8, make: 'BYD', model: 'Han', year: 2022 };
const OPENED = { status: 200, body: { flag: '1', claim: { id: 12 } } };
const mayOpen = (kind: OrderClaimsResponse['may_open'][number]['kind'], isOpen = true) => ({
  kind,
  from: null,
  until: '2026-12-24T00:00:00Z',
  is_open: isOpen,
});
const CLAIMS: OrderClaimsResponse = {
  flag: '1',
  claims: [],
  may_open: [mayOpen('not_as_described'), mayOpen('damaged'), mayOpen('not_arrived', false)],
  arrival_awaited: false,
  terms: { days: 14, arrival_days: 60, answer_days: 5, review_days: 14 },
};

const show = (cars = [CAR], claims = CLAIMS) =>
  renderPage(<OrderClaims orderId={5} offer="Sell" cars={cars} claims={claims} />, { at: '/my-orders/5' });
const report = () => userEvent.click(page.getByRole('button', { name: 'Report a problem' }));
const dialog = () => page.getByRole('dialog', { name: 'What is wrong?' });
const send = () => userEvent.click(dialog().getByRole('button', { name: 'Open claim' }));

test('says that the days start at arrival while no arrival is reported', async () => {
  await show([CAR], { ...CLAIMS, arrival_awaited: true });
  await expect
    .element(page.getByText(/until 14 days after the arrival .* reported here, but not after Dec 24, 2026 UTC\./))
    .toBeVisible();
});

test('opens a claim in two taps and goes to it', async () => {
  const sent = answerUploads(OPENED);
  const { router } = await show();
  await expect.element(page.getByText(/You can open a claim until Dec 24, 2026/)).toBeVisible();
  await report();
  await send();
  await expect.poll(() => router.state.location.pathname).toBe('/my-claims/12');
  expect(sent).toHaveLength(1);
  const [{ method, url, form } = { method: '', url: '', form: new FormData() }] = sent;
  expect([method, url]).toEqual(['POST', '/api/orders/5/claims']);
  expect([...form.keys()].sort()).toEqual(['key', 'kind', 'text']);
  expect(form.get('kind')).toBe('not_as_described');
});

test('sends the chosen problem, the text and the photos', async () => {
  const sent = answerUploads(OPENED);
  await show();
  await report();
  await userEvent.click(dialog().getByRole('radio', { name: 'Damaged' }));
  await expect.element(dialog().getByRole('radio', { name: 'Did not arrive' })).not.toBeInTheDocument();
  await userEvent.fill(dialog().getByLabelText('What happened (optional)'), 'A dent in the left door.');
  const photos = ['IMG_1.jpg', 'IMG_2.jpg'].map((name) => new File(['photo'], name, { type: 'image/jpeg' }));
  await userEvent.upload(dialog().getByLabelText(/^Photos or PDFs/), photos);
  await send();
  await expect.poll(() => sent.length).toBe(1);
  const form = sent[0]!.form;
  expect([form.get('kind'), form.get('text')]).toEqual(['damaged', 'A dent in the left door.']);
  expect(form.getAll('evidence').map((file) => (file as File).name)).toEqual(['IMG_1.jpg', 'IMG_2.jpg']);
});

test('keeps text and photos after a lost connection and a refusal, and sends them again under the same key', async () => {
  const refused = { status: 409, body: { flag: '0', message: 'A claim about this order is already open.' } };
  const sent = answerUploads('no connection', refused, OPENED);
  const { router } = await show();
  await report();
  await userEvent.fill(dialog().getByLabelText('What happened (optional)'), 'The odometer was turned back.');
  await userEvent.upload(
    dialog().getByLabelText(/^Photos or PDFs/),
    new File(['photo'], 'IMG_1.jpg', { type: 'image/jpeg' }),
  );
  await send();
  await expect
    .element(
      dialog()
        .getByText(/connection/i)
        .first(),
    )
    .toBeVisible();
  await send();
  await expect
    .element(
      dialog()
        .getByText(/already open/)
        .first(),
    )
    .toBeVisible();
  await expect
    .element(dialog().getByLabelText('What happened (optional)'))
    .toHaveValue('The odometer was turned back.');
  await send();
  await expect.poll(() => router.state.location.pathname).toBe('/my-claims/12');
  expect(new Set(sent.map(({ form }) => form.get('key')))).toHaveProperty('size', 1);
  expect(sent.map(({ form }) => form.getAll('evidence').length)).toEqual([1, 1, 1]);
});

test('asks which car of several is wrong', async () => {
  const sent = answerUploads(OPENED);
  await show([CAR, OTHER]);
  await report();
  await userEvent.selectOptions(dialog().getByLabelText('Which car'), '2022 BYD Han');
  await send();
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]!.form.get('listing_id')).toBe('8');
});

test('names no car if all are wrong', async () => {
  const sent = answerUploads(OPENED);
  await show([CAR, OTHER]);
  await report();
  await expect.element(dialog().getByLabelText('Which car')).toHaveDisplayValue('All 2 cars');
  await send();
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]!.form.has('listing_id')).toBe(false);
});

test('shows a claim that is open, and no way to open another one', async () => {
  const claim = {
    id: 12,
    order: { id: 5, number: 'CQ-000005', offer: 'Sell' as const },
    role: 'buyer' as const,
    kind: 'damaged' as const,
    state: 'open' as const,
    opened_at: '2026-12-01T10:00:00Z',
    next_at: '2026-12-06T10:00:00Z',
  };
  await show([CAR], { ...CLAIMS, claims: [claim], may_open: [] });
  await expect.element(page.getByRole('link', { name: 'Damaged' })).toHaveAttribute('href', '/my-claims/12');
  await expect.element(page.getByText('Waits for the seller')).toBeVisible();
  await expect.element(page.getByText(/^Next step by Dec 6, 2026/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Report a problem' })).not.toBeInTheDocument();
});
