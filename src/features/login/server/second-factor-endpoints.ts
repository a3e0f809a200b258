import { outcomeAnswer, ownPasswordBody } from '#features/accounts/model/account-contract.ts';
import { type AccountDeps, outcomeToWire } from '#features/accounts/server/api.ts';
import { adminOf, originOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import {
  beginSecondFactorAnswer,
  codeBody,
  confirmSecondFactorAnswer,
  disableSecondFactorBody,
  secondFactorAnswer,
} from '../model/second-factor-contract.ts';
import { begin, confirm, disable, secondFactorOf } from './second-factor.ts';

const tag = 'Back office';

/** The calls by which administrators make their own login take a code as well, and undo that. */
export function secondFactorEndpoints({ tools }: { tools: AccountDeps }): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      path: '/admin/second-factor',
      summary: 'Whether the login takes a code',
      tag,
      access: 'admin',
      answer: secondFactorAnswer,
      handle: async ({ caller }) => ({ flag: '1' as const, ...(await secondFactorOf(tools, adminOf(caller))) }),
    }),
    endpoint({
      method: 'POST',
      path: '/admin/second-factor/begin',
      summary: 'Get a secret for an authenticator app',
      tag,
      access: 'admin',
      body: ownPasswordBody,
      answer: beginSecondFactorAnswer,
      handle: async ({ body, caller, request }) => {
        const { secret, uri, ...outcome } = await begin(tools, adminOf(caller), body.password, originOf(request));
        return { ...outcomeToWire(outcome), secret, uri };
      },
    }),
    endpoint({
      method: 'POST',
      path: '/admin/second-factor/confirm',
      summary: 'Make the login take a code from now on',
      tag,
      access: 'admin',
      body: codeBody,
      answer: confirmSecondFactorAnswer,
      handle: async ({ body, caller, request }) => {
        const { recoveryCodes, ...outcome } = await confirm(tools, adminOf(caller), body.code, originOf(request));
        return { ...outcomeToWire(outcome), recoveryCodes };
      },
    }),
    endpoint({
      method: 'POST',
      path: '/admin/second-factor/disable',
      summary: 'Make the login take the password alone again',
      tag,
      access: 'admin',
      body: disableSecondFactorBody,
      answer: outcomeAnswer,
      handle: async ({ body, caller, request }) =>
        outcomeToWire(await disable(tools, adminOf(caller), body, originOf(request))),
    }),
  ];
}
