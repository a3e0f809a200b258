/** Loader and actions of the page of bank accounts. */
import type { OutcomeResponse } from '#features/people/accounts/model/account-contract.ts';
import { actionByForm, type FormAction } from '#lib/pages/form-action.ts';
import type { Load } from '#lib/pages/loader.ts';
import { bankAccountCalls } from '../../office-calls.ts';
import type { BankAccountsResponse } from '../model/bank-account-contract.ts';

export const loadBankAccounts: Load<BankAccountsResponse> = ({ api }) => api.call(bankAccountCalls.list);

const outcomeOf = ({ flag, message, fields }: OutcomeResponse) => ({
  done: flag === '1',
  message,
  ...(fields && { fields }),
});

const propose: FormAction = async ({ api, values: { holder = '', bank = '', account = '', bic = '' } }) =>
  outcomeOf(await api.call(bankAccountCalls.propose, { body: { holder, bank, account, bic } }));

const addForeign: FormAction = async ({ api, values: { account = '', currency = '' } }) =>
  outcomeOf(await api.call(bankAccountCalls.addForeign, { body: { account, currency } }));

const cancel: FormAction = async ({ api, values: { version = '' } }) =>
  outcomeOf(await api.call(bankAccountCalls.cancel, { params: { version } }));

export const bankAccountActions = actionByForm({ propose, addForeign, cancel });
