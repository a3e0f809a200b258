import type { FormAction } from '#lib/pages/form-action.ts';
import { returnCalls } from '../../office-calls.ts';

/** Handles the form `order return` of the orders screen. */
export const returnAction: FormAction = async ({ api, values: { id = '', listing = '', note = '' } }) => {
  const body = { listing_id: Number(listing), note };
  const { flag, message } = await api.call(returnCalls.record, { params: { id }, body });
  return { done: flag === '1', message };
};
