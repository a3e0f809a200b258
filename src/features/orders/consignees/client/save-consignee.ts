import { orderPath } from '#features/orders/orders/client/order-client.ts';
import { declarationOf } from '#features/payments/destinations/model/declaration.ts';
import type { FormAction } from '#lib/pages/form-action.ts';
import { consigneeCalls } from '../../orders-calls.ts';

/** Saves a consignee. Once money has arrived, the first submission emails a code, and the one with the code makes the change. */
export const saveConsignee: FormAction = async ({ api, params, t, values }) => {
  const id = Number(params.id);
  const { name = '', address = '', id_number = '', country = '', phone = '', notify_party = '' } = values;
  const details = { name, address, id_number, country, phone, notify_party, ...declarationOf(values) };
  const { password, code } = values;
  if (password !== undefined && !code) {
    if (password === '') return { done: false, fields: { password: t('account.change.passwordNeeded') } };
    await api.call(consigneeCalls.sendCode, { params: { id }, body: details });
    return { done: false, fields: { code: t('account.change.codeSent') } };
  }
  const body = { ...details, ...(password && { password }), ...(code && { code }) };
  const { current, pending } = await api.call(consigneeCalls.change, { params: { id }, body });
  const message = pending
    ? t('orders.consignee.waits', { time: t.utcTime(pending.effective_at) })
    : t('orders.consignee.saved', { name: current?.name ?? '' });
  return { done: true, message, to: orderPath(id) };
};
