import { expect, test } from 'vitest';
import { holdRightActions } from '#features/orders/holds/admin/hold-right.tsx';
import { ApiClient } from '#lib/api-client/api-client.ts';
import type { FormAction } from '#lib/pages/form-action.ts';
import { english } from '../../../../../tests/support/messages/english.ts';
import { orderActions } from './order-panel.tsx';

/** Runs an action against an API with a fixed answer; also returns the calls. */
async function run(action: FormAction | undefined, values: Record<string, string>, answer: object, status = 200) {
  const calls: unknown[] = [];
  const api = new ApiClient(async ({ method, url, json }) => {
    calls.push([method, url, json]);
    return { status, text: async () => JSON.stringify(answer) };
  });
  const outcome = await action?.({ api, t: english, url: new URL('http://localhost/Orders'), params: {}, values });
  return { outcome, calls };
}

const RETURNED = { id: '4', key: 'k', method: 'cash', amount: '106.25', note: 'Paid twice.' };

test('records a cash return in cents, and shows a refusal', async () => {
  const act = orderActions['order cash return'];
  const { outcome, calls } = await run(act, RETURNED, { flag: '1', message: 'Recorded.' });
  const body = { key: 'k', method: 'cash', amount_cents: 10_625, note: 'Paid twice.' };
  expect(calls).toEqual([['POST', '/api/admin/orders/4/cash-returns', body]]);
  expect(outcome).toEqual({ done: true, message: 'Recorded.' });
  const sent = { ...RETURNED, method: 'transfer', account: '9' };
  const refused = await run(act, sent, { message: 'Too much.' }, 409);
  const toAccount = { ...body, method: 'transfer', account_id: 9 };
  expect(refused.calls).toEqual([['POST', '/api/admin/orders/4/cash-returns', toAccount]]);
  expect(refused.outcome).toEqual({ done: false, message: 'Too much.' });
});

test('restores the right to hold cars only with a reason', async () => {
  const act = holdRightActions['hold right'];
  const unsaid = await run(act, { id: '7', reason: ' ' }, {});
  expect([unsaid.calls, unsaid.outcome]).toEqual([[], { done: false, fields: { reason: 'Please give a reason' } }]);
  const { outcome, calls } = await run(act, { id: '7', reason: 'A strike.' }, { lapsed: 0, may_hold: true });
  expect(calls).toEqual([['POST', '/api/admin/users/7/hold-right', { reason: 'A strike.' }]]);
  expect(outcome).toEqual({ done: true, message: 'The user may hold cars for bank transfers again.' });
});
