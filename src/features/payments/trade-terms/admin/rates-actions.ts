import type { ApiClient } from '#lib/api-client/api-client.ts';
import type { FormAction } from '#lib/pages/form-action.ts';
import { rateCalls } from '../../office-calls.ts';
import type { RatesResponse } from '../model/rate-contract.ts';
import { readRatesForm } from '../model/rates-form.ts';

export function fetchRates(api: ApiClient): Promise<RatesResponse> {
  return api.call(rateCalls.read);
}

export const saveRates: FormAction = async ({ api, t, values }) => {
  const { rates, problems } = readRatesForm(values);
  if (Object.keys(problems).length > 0)
    return { done: false, fields: Object.fromEntries(Object.entries(problems).map(([field, key]) => [field, t(key)])) };
  await api.call(rateCalls.save, { body: { rates, seen: values.seen ?? '' } });
  return { done: true, message: t('admin.rates.saved') };
};
