/** Loader and actions of a seller's page of payouts. */
import type { OutcomeResponse } from '#features/accounts/model/account-contract.ts';
import { actionByForm, type FormAction } from '#lib/pages/form-action.ts';
import type { Load } from '#lib/pages/loader.ts';
import { payoutCalls } from '../model/payout-calls.ts';
import type { MyPayoutsResponse } from '../model/payout-contract.ts';

export const loadMyPayouts: Load<MyPayoutsResponse> = ({ api }) => api.call(payoutCalls.mine);

const outcomeOf = ({ flag, message, fields }: OutcomeResponse) => ({
  done: flag === '1',
  message,
  ...(fields && { fields }),
});

const enter: FormAction = async ({ api, values }) => {
  const { holder = '', bank = '', account = '', bic = '', password = '' } = values;
  return outcomeOf(await api.call(payoutCalls.setAccount, { body: { holder, bank, account, bic, password } }));
};

const cancel: FormAction = async ({ api }) => outcomeOf(await api.call(payoutCalls.cancelAccount));

export const myPayoutActions = actionByForm({ enter, cancel });
