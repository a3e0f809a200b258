/** Loader and actions of the page of a user's bank account. */

import type { Load } from '#lib/pages/page-handlers.ts';
import { actionByForm, type FormAction, outcomeOf } from '#lib/pages/page-handlers.ts';
import { payoutAccountCalls } from '../../payments-calls.ts';
import type { PayoutAccountsResponse } from '../model/payout-account-contract.ts';

export const loadPayoutAccount: Load<PayoutAccountsResponse> = ({ api }) => api.call(payoutAccountCalls.show);

/** The first submission emails a code, and the one with the code enters the account. */
const enter: FormAction = async ({ api, t, values }) => {
  const { holder = '', address = '', bank = '', account = '', bic = '', password = '', code } = values;
  const details = { holder, address, bank, account, bic };
  if (!code) {
    if (password === '') return { done: false, fields: { password: t('account.change.passwordNeeded') } };
    await api.call(payoutAccountCalls.sendCode, { body: details });
    return { done: false, fields: { code: t('account.change.codeSent') } };
  }
  return outcomeOf(await api.call(payoutAccountCalls.enter, { body: { ...details, password, code } }));
};

const cancel: FormAction = async ({ api }) => outcomeOf(await api.call(payoutAccountCalls.cancel));

export const payoutAccountActions = actionByForm({ enter, cancel });
