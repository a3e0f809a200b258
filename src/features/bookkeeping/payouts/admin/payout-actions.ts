/** Loader and actions of the back office's page of payouts. */

import type { AdminPayoutsResponse } from '#features/bookkeeping/payouts/model/payout-contract.ts';
import { actionByForm, type FormAction, outcomeOf } from '#lib/pages/form-action.ts';
import type { Load } from '#lib/pages/page-handlers.ts';
import { adminPayoutCalls } from '../../office-calls.ts';

export const loadPayouts: Load<AdminPayoutsResponse> = ({ api }) => api.call(adminPayoutCalls.list);

const MAX_DAYS = 365;

const prepare: FormAction = async ({ api, values: { seller = '', early = '' } }) =>
  outcomeOf(await api.call(adminPayoutCalls.create, { body: { seller_id: seller, early: early === 'yes' } }));

const sent: FormAction = async ({ api, values: { id = '' } }) =>
  outcomeOf(await api.call(adminPayoutCalls.sent, { params: { id } }));

const booked: FormAction = async ({ api, t, values: { id = '', fee = '' } }) => {
  const cents = centsOfText(fee);
  if (cents === null) return { done: false, fields: { fee: t('admin.payouts.invalidFee') } };
  return outcomeOf(await api.call(adminPayoutCalls.booked, { params: { id }, body: { fee_cents: cents } }));
};

const failed: FormAction = async ({ api, values: { id = '', reason = '' } }) =>
  outcomeOf(await api.call(adminPayoutCalls.failed, { params: { id }, body: { reason } }));

const cancel: FormAction = async ({ api, values: { id = '', reason = '' } }) =>
  outcomeOf(await api.call(adminPayoutCalls.cancel, { params: { id }, body: { reason } }));

/** Returns the cents of a typed amount, 0 for none, null for anything else. */
function centsOfText(typed: string): number | null {
  const text = typed.trim();
  if (text === '') return 0;
  return /^\d{1,7}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : null;
}

const days: FormAction = async ({ api, t, values: { seller = '', days: typed = '', reason = '' } }) => {
  if (!/^\d{1,3}$/.test(typed.trim()) || Number(typed) > MAX_DAYS)
    return { done: false, fields: { days: t('admin.payouts.days.invalid') } };
  const body = { days: Number(typed), reason };
  return outcomeOf(await api.call(adminPayoutCalls.days, { params: { id: seller }, body }));
};

export const payoutActions = actionByForm({ prepare, days, sent, booked, failed, cancel });
