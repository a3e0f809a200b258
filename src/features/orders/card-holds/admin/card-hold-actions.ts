import type { FormAction } from '#lib/pages/form-action.ts';
import { cardHoldCalls } from '../../orders-calls.ts';

const release: FormAction = async ({ api, values: { id = '', payment = '' } }) => {
  const { flag, message } = await api.call(cardHoldCalls.release, { params: { id }, body: { payment } });
  return { done: flag === '1', message };
};

const capture: FormAction = async ({ api, values: { id = '', payment = '', amount_cents: cents = '' } }) => {
  const body = { payment, amount_cents: Number(cents) };
  const { flag, message } = await api.call(cardHoldCalls.capture, { params: { id }, body });
  return { done: flag === '1', message };
};

/** Form actions about a security deposit that is held on a card. */
export const cardHoldActions: Record<string, FormAction> = {
  'card hold release': release,
  'card hold capture': capture,
};
