import { type AccountDeps, toOutcomeResponse } from '#features/accounts/server/api.ts';
import { adminOf, originOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { adminLoginCalls } from '../model/admin-login-calls.ts';
import { adminLoginContract } from '../model/admin-login-contract.ts';
import { begin, confirm, disable, secondFactorOf } from './second-factor.ts';

const tag = 'Back office';

export function secondFactorEndpoints(deps: AccountDeps): Endpoint[] {
  return [
    endpoint(adminLoginCalls.secondFactor, adminLoginContract.secondFactor, {
      summary: 'Get whether two-factor is on',
      tag,
      access: 'admin',
      handle: async ({ caller }) => ({ flag: '1' as const, ...(await secondFactorOf(deps, adminOf(caller))) }),
    }),
    endpoint(adminLoginCalls.beginSecondFactor, adminLoginContract.beginSecondFactor, {
      summary: 'Create a secret for an authenticator app',
      tag,
      access: 'admin',
      handle: async ({ body, caller, request, t }) => {
        const { secret, uri, ...outcome } = await begin(deps, adminOf(caller), body.password, originOf(request));
        return { ...toOutcomeResponse(outcome, t), secret, uri };
      },
    }),
    endpoint(adminLoginCalls.confirmSecondFactor, adminLoginContract.confirmSecondFactor, {
      summary: 'Turn two-factor on with a first code',
      tag,
      access: 'admin',
      handle: async ({ body, caller, request, t }) => {
        const { recoveryCodes, ...outcome } = await confirm(deps, adminOf(caller), body.code, originOf(request));
        return { ...toOutcomeResponse(outcome, t), recoveryCodes };
      },
    }),
    endpoint(adminLoginCalls.disableSecondFactor, adminLoginContract.disableSecondFactor, {
      summary: 'Turn two-factor off',
      tag,
      access: 'admin',
      handle: async ({ body, caller, request, t }) =>
        toOutcomeResponse(await disable(deps, adminOf(caller), body, originOf(request)), t),
    }),
  ];
}
