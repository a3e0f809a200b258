import type { AccountDeps } from '#features/people/accounts/server/account-deps.ts';
import { toOutcomeResponse } from '#features/people/accounts/server/account-responses.ts';
import type { SessionKind } from '#features/people/sessions/model/session-lifetime.ts';
import { adminOf, type Caller, originOf, userOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { adminSecondFactorCalls, secondFactorCalls } from '../../people-calls.ts';
import { secondFactorContract } from '../model/second-factor-contract.ts';
import { type Account, begin, confirm, disable, renewRecoveryCodes, secondFactorOf } from './second-factor.ts';

export function secondFactorEndpoints(deps: AccountDeps): Endpoint[] {
  return [...endpointsOf(deps, 'user'), ...endpointsOf(deps, 'admin')];
}

function endpointsOf(deps: AccountDeps, kind: SessionKind): Endpoint[] {
  const calls = kind === 'user' ? secondFactorCalls : adminSecondFactorCalls;
  const own = { tag: kind === 'user' ? 'Sessions' : 'Back office', access: kind } as const;
  const accountOf = (caller: Caller): Account => ({ kind, ...(kind === 'user' ? userOf : adminOf)(caller) });
  return [
    endpoint(calls.secondFactor, secondFactorContract.secondFactor, {
      ...own,
      summary: 'Get whether two-factor is on',
      handle: async ({ caller }) => ({ flag: '1' as const, ...(await secondFactorOf(deps, accountOf(caller))) }),
    }),
    endpoint(calls.beginSecondFactor, secondFactorContract.beginSecondFactor, {
      ...own,
      summary: 'Create a secret for an authenticator app',
      handle: async ({ body, caller, request, t }) => {
        const begun = await begin(deps, accountOf(caller), body.password, originOf(request));
        const { secret, uri, ...outcome } = begun;
        return { ...toOutcomeResponse(outcome, t), secret, uri };
      },
    }),
    endpoint(calls.confirmSecondFactor, secondFactorContract.confirmSecondFactor, {
      ...own,
      summary: 'Turn two-factor on with a first code; ends all other sessions',
      handle: async ({ body, caller, request, t }) => {
        const { recoveryCodes, ...outcome } = await confirm(deps, accountOf(caller), body.code, originOf(request));
        return { ...toOutcomeResponse(outcome, t), recoveryCodes };
      },
    }),
    endpoint(calls.disableSecondFactor, secondFactorContract.disableSecondFactor, {
      ...own,
      summary: 'Turn two-factor off',
      handle: async ({ body, caller, request, t }) =>
        toOutcomeResponse(await disable(deps, accountOf(caller), body, originOf(request)), t),
    }),
    endpoint(calls.renewRecoveryCodes, secondFactorContract.renewRecoveryCodes, {
      ...own,
      summary: 'Replace the recovery codes',
      handle: async ({ body, caller, request, t }) => {
        const renewed = await renewRecoveryCodes(deps, accountOf(caller), body, originOf(request));
        const { recoveryCodes, ...outcome } = renewed;
        return { ...toOutcomeResponse(outcome, t), recoveryCodes };
      },
    }),
  ];
}
