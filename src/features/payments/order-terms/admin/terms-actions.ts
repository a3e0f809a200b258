/** Loader and actions of the page of order terms. */

import type { Load } from '#lib/pages/page-handlers.ts';
import { type FormAction, outcomeOf } from '#lib/pages/page-handlers.ts';
import { termsOfficeCalls } from '../../office-calls.ts';
import { readBankDayForm } from '../model/bank-days.ts';
import type { BankDaysResponse, TermsOfficeResponse } from '../model/order-terms-contract.ts';
import { readTermsForm } from '../model/terms-form.ts';

type TermsPage = { terms: TermsOfficeResponse; bankDays: BankDaysResponse };

export const loadTerms: Load<TermsPage> = async ({ api, url }) => {
  const asked = url.searchParams.get('year') ?? '';
  const query = /^20\d\d$/.test(asked) ? { year: asked } : {};
  const [terms, bankDays] = await Promise.all([
    api.call(termsOfficeCalls.read),
    api.call(termsOfficeCalls.bankDays, { query }),
  ]);
  return { terms, bankDays };
};

const propose: FormAction = async ({ api, t, values }) => {
  const { terms, problems } = readTermsForm(values);
  if (!terms)
    return { done: false, fields: Object.fromEntries(Object.entries(problems).map(([field, key]) => [field, t(key)])) };
  const { after = '', reason = '' } = values;
  const body = { ...terms, after: Number(after), reason };
  return outcomeOf(await api.call(termsOfficeCalls.propose, { body }));
};

const bankDays: FormAction = async ({ api, t, values }) => {
  const { seen = '' } = values;
  const year = Number(values.year);
  const { days, problems } = readBankDayForm(values, year);
  if (Object.keys(problems).length > 0)
    return { done: false, fields: Object.fromEntries(Object.entries(problems).map(([field, key]) => [field, t(key)])) };
  await api.call(termsOfficeCalls.saveBankDays, { body: { year, days, seen } });
  return { done: true, message: t('admin.bankDays.saved', { year: String(year) }) };
};

export const termsActions = { propose, bankDays };
