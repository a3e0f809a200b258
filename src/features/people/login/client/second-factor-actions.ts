/** Loader and actions of the pages for a second factor. */

import type { Load } from '#lib/pages/page-handlers.ts';
import { actionByForm, type FormAction, outcomeOf } from '#lib/pages/page-handlers.ts';
import { type adminSecondFactorCalls, secondFactorCalls } from '../../people-calls.ts';
import type { SecondFactorResponse } from '../model/second-factor-contract.ts';

export const loadAccountSecurity: Load<{ factor: SecondFactorResponse }> = async ({ api }) => ({
  factor: await api.call(secondFactorCalls.secondFactor),
});

/** Forms of the component `SecondFactor`, for a user or an administrator. */
export const secondFactorActions = (
  calls: typeof secondFactorCalls | typeof adminSecondFactorCalls,
): Record<string, FormAction> => ({
  begin: async ({ api, values: { password = '' } }) => {
    const response = await api.call(calls.beginSecondFactor, { body: { password } });
    const { secret, uri } = response;
    return outcomeOf(response, secret && uri ? { secrets: [secret, uri] } : {});
  },
  confirm: async ({ api, values: { code = '' } }) => {
    const { recoveryCodes: secrets, ...response } = await api.call(calls.confirmSecondFactor, { body: { code } });
    return outcomeOf(response, secrets && { secrets });
  },
  disable: async ({ api, values }) => outcomeOf(await api.call(calls.disableSecondFactor, { body: proofOf(values) })),
  renew: async ({ api, values }) => {
    const { recoveryCodes: secrets, ...response } = await api.call(calls.renewRecoveryCodes, { body: proofOf(values) });
    return outcomeOf(response, secrets && { secrets });
  },
});

export const accountSecurityActions = actionByForm(secondFactorActions(secondFactorCalls));

const proofOf = ({ password = '', code = '' }: Record<string, string>) => ({ password, code });
