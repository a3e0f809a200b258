/** Loader and form action of the right to hold cars, for the panel of a user. */
import type { ApiClient } from '#lib/api-client/api-client.ts';
import type { FormAction } from '#lib/pages/form-action.ts';
import { holdRightCalls } from '../../office-calls.ts';
import type { HoldRightResponse } from '../model/transfers/hold-right-contract.ts';

export function fetchHoldRight(api: ApiClient, userId: number): Promise<HoldRightResponse> {
  return api.call(holdRightCalls.read, { params: { id: userId } });
}

const restore: FormAction = async ({ api, t, values: { id = '', reason = '' } }) => {
  if (reason.trim() === '') return { done: false, fields: { reason: t('admin.holdRight.reasonMissing') } };
  await api.call(holdRightCalls.restore, { params: { id }, body: { reason } });
  return { done: true, message: t('admin.holdRight.restored') };
};

export const holdRightActions: Record<string, FormAction> = { 'hold right': restore };
