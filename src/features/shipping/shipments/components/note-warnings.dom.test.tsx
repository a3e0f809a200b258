import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../../../../../tests/support/runner/dom-page.tsx';
import type { StepResponse, TimelineResponse, WrittenEvent, YardOrder } from '../model/shipment-contract.ts';
import { ReportForm } from './report-form.tsx';
import { ReportList } from './report-list.tsx';
import { Timeline } from './timeline.tsx';

const PAY = 'Transfer to account 6222021234567890123';
const AT = '2026-12-01T10:00:00Z';
const writer = () => page.getByText(/^This looks like payment details/);
const reader = () => page.getByText(/^This text contains payment details\. Pay only/);
const office = () => page.getByText(/^This text contains payment details\. Readers see/);

const STEP: StepResponse = {
  step: 'sailed',
  state: 'next',
  owner: 'seller',
  certainty: 'estimated',
  at: AT,
  time_zone: 'UTC',
  place: null,
  due_at: AT,
  late: false,
  late_days: 0,
  due_changes: [],
  note: '',
  vessel: null,
  container: null,
  seal: null,
  bill: null,
  changes: [],
  evidence: [],
  files: [],
  papers: [],
  reportable: false,
};
const timelineOf = (step: Partial<StepResponse>, viewer: TimelineResponse['viewer']): TimelineResponse => ({
  order_id: 5,
  number: 'CQ-000005',
  offer: 'Sell',
  life: 'active',
  ended: null,
  as_of: AT,
  viewer,
  contact: { name: '', details: '' },
  cars: [{ listing_id: 7, make: 'BYD', model: 'Seal', year: 2021, route: null, steps: [{ ...STEP, ...step }] }],
});
const CHANGE = { at: AT, certainty: 'estimated' as const, told_at: AT, note: '' };
const DUE_CHANGE = {
  id: '0b5e7c1e-6f0e-4c7e-9d55-0d3f6f6f0002',
  due_at: AT,
  owner: 'seller' as const,
  reason: PAY,
  made_at: AT,
};

test.each<[string, Partial<StepResponse>]>([
  ['a note', { note: PAY }],
  ['the reason of a due date', { due_changes: [DUE_CHANGE] }],
])('the timeline warns of payment details in %s', async (_what, step) => {
  await renderPage(<Timeline timeline={timelineOf(step, 'buyer')} />);
  await expect.element(reader()).toBeVisible();
  await renderPage(<Timeline timeline={timelineOf(step, 'operator')} />);
  await expect.element(office()).toBeVisible();
});

test('the timeline warns of payment details in the note of an earlier date', async () => {
  const changes = [CHANGE, { ...CHANGE, told_at: '2026-12-02T10:00:00Z', note: PAY }];
  await renderPage(<Timeline timeline={timelineOf({ changes }, 'buyer')} />);
  await userEvent.click(page.getByText(/^The date moved|moved/i).first());
  await expect.element(reader()).toBeVisible();
});

test('the list of reports warns of payment details in a note', async () => {
  const report: WrittenEvent = {
    id: '0b5e7c1e-6f0e-4c7e-9d55-0d3f6f6f0001',
    listing_id: null,
    step: 'sailed',
    certainty: 'actual',
    happens_at: AT,
    time_zone: 'UTC',
    place: null,
    paper: null,
    note: PAY,
    by: 'seller',
    told_at: AT,
    of_vessel: false,
    withdrawn: null,
    withdrawable: false,
  };
  await renderPage(<ReportList orderId={5} reports={[report]} />);
  await expect.element(reader()).toBeVisible();
});

test('the yard form warns the writer of payment details in the note', async () => {
  const order: YardOrder = {
    order_id: 5,
    number: 'CQ-000005',
    offer: 'Sell',
    cars: ['2021 BYD Seal'],
    listing_ids: [7],
    next: 'sailed',
    due_at: AT,
    late_days: 0,
    steps: [{ step: 'sailed', state: 'next' }],
  };
  const yard = { account: '1', as_of: AT, orders: [order], ports: [] };
  await renderPage(<ReportForm order={order} yard={yard} onReport={async () => {}} />);
  const note = page.getByLabelText(/^Note/);
  await userEvent.fill(note, 'Loaded at noon.');
  await expect.element(writer()).not.toBeInTheDocument();
  await userEvent.fill(note, PAY);
  await expect.element(writer()).toBeVisible();
});
