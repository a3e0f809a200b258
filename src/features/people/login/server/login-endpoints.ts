import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountContract, type LoginResponse } from '#features/people/accounts/model/account-contract.ts';
import { adminSessionContract } from '#features/people/accounts/model/admin-account-contract.ts';
import type { AccountDeps } from '#features/people/accounts/server/account-deps.ts';
import { toOutcomeResponse, toSessionsResponse } from '#features/people/accounts/server/account-responses.ts';
import { deleteAccount, exportData, type PersonalData } from '#features/people/accounts/server/my-data.ts';
import { currentUser, targetUserId } from '#features/people/accounts/server/profile.ts';
import { accountCalls, adminSecondFactorCalls, secondFactorCalls } from '#features/people/people-calls.ts';
import type { SessionKind } from '#features/people/sessions/model/lifetimes.ts';
import { endOtherSessions, endSession, listSessions, logOut } from '#features/people/sessions/server/my-sessions.ts';
import { refused } from '#features/people/sessions/server/outcome.ts';
import type { AccountCookies } from '#features/people/sessions/server/session-guard.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { adminOf, type Caller, originOf, userOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { adminSessionCalls } from '../../office-calls.ts';
import { secondFactorContract } from '../model/second-factor-contract.ts';
import {
  type Account,
  type BrowserSecrets,
  begin,
  confirm,
  disable,
  type LoginResult,
  logIn,
  renewRecoveryCodes,
  secondFactorOf,
} from './log-in.ts';

type Context = { deps: AccountDeps; cookies: AccountCookies; personalData: PersonalData[] };

/** Login and sessions of users and administrators, and the calls about a user's own data. */
export function sessionEndpoints({ deps, cookies, personalData }: Context): Endpoint[] {
  const secretsOf = (request: FastifyRequest, kind: 'user' | 'admin'): BrowserSecrets => ({
    session: cookies[kind].read(request),
    device: cookies.device.read(request),
  });
  const respondToLogin = (
    reply: FastifyReply,
    kind: 'user' | 'admin',
    result: LoginResult,
    t: Translator,
  ): LoginResponse => {
    if (!result.ok) return toOutcomeResponse(refused(result.messageKey, result.field), t);
    cookies[kind].write(reply, result.session);
    cookies.device.write(reply, result.device);
    return { flag: '1', message: t('account.loggedIn'), name: result.name, id: result.id };
  };
  return [
    endpoint(accountCalls.login, accountContract.login, {
      summary: 'Log in',
      access: 'anyone',
      handle: async ({ body, request, reply, t }) =>
        respondToLogin(
          reply,
          'user',
          await logIn(deps, 'user', body, secretsOf(request, 'user'), originOf(request)),
          t,
        ),
    }),
    endpoint(accountCalls.logout, accountContract.logout, {
      summary: 'Log out',
      access: 'optional-auth',
      handle: async ({ caller, request, reply, t }) => {
        const outcome = await logOut(deps, 'user', caller.user, originOf(request));
        cookies.user.clear(reply);
        return toOutcomeResponse(outcome, t);
      },
    }),
    endpoint(accountCalls.session, accountContract.session, {
      summary: 'Get the logged-in user',
      access: 'optional-auth',
      handle: async ({ caller }) => ({ flag: '1' as const, user: await currentUser(deps, caller) }),
    }),
    endpoint(accountCalls.sessions, accountContract.sessions, {
      summary: 'List the sessions of the user',
      access: 'user',
      handle: async ({ caller, t }) => toSessionsResponse(await listSessions(deps, 'user', userOf(caller), t)),
    }),
    endpoint(accountCalls.endOtherSessions, accountContract.endOtherSessions, {
      summary: 'End all other sessions of the user',
      access: 'user',
      handle: async ({ caller, request, t }) =>
        toOutcomeResponse(await endOtherSessions(deps, 'user', userOf(caller), originOf(request)), t),
    }),
    endpoint(accountCalls.endSession, accountContract.endSession, {
      summary: 'End one session of the user',
      access: 'user',
      handle: async ({ params, caller, request, t }) =>
        toOutcomeResponse(await endSession(deps, 'user', userOf(caller), params.id, originOf(request)), t),
    }),
    endpoint(accountCalls.exportData, accountContract.exportData, {
      summary: 'Download all data stored about the user',
      access: 'user',
      handle: async ({ body, caller, request, reply, t }) => {
        targetUserId({ ...caller, admin: null }, body.id);
        const data = await exportData(deps, personalData, userOf(caller), body.password, originOf(request), t);
        if (!data) return toOutcomeResponse(refused('account.password.wrong', 'password'), t);
        reply.header('content-disposition', 'attachment; filename="carquay-my-data.json"');
        return { flag: '1' as const, ...data };
      },
    }),
    endpoint(accountCalls.deleteAccount, accountContract.deleteAccount, {
      summary: 'Delete the account of the user',
      access: 'user',
      handle: async ({ body, caller, request, reply, t }) => {
        targetUserId({ ...caller, admin: null }, body.id);
        const outcome = await deleteAccount(deps, personalData, userOf(caller), body.password, originOf(request));
        if (outcome.done) cookies.user.clear(reply);
        return toOutcomeResponse(outcome, t);
      },
    }),
    endpoint(adminSessionCalls.login, adminSessionContract.login, {
      summary: 'Log in to the back office',
      access: 'anyone',
      handle: async ({ body, request, reply, t }) =>
        respondToLogin(
          reply,
          'admin',
          await logIn(deps, 'admin', body, secretsOf(request, 'admin'), originOf(request)),
          t,
        ),
    }),
    endpoint(adminSessionCalls.logout, adminSessionContract.logout, {
      summary: 'Log out of the back office',
      access: 'admin',
      handle: async ({ caller, request, reply, t }) => {
        const outcome = await logOut(deps, 'admin', adminOf(caller), originOf(request));
        cookies.admin.clear(reply);
        return toOutcomeResponse(outcome, t);
      },
    }),
    endpoint(adminSessionCalls.sessions, adminSessionContract.sessions, {
      summary: 'List your sessions in the back office',
      access: 'admin',
      handle: async ({ caller, t }) => toSessionsResponse(await listSessions(deps, 'admin', adminOf(caller), t)),
    }),
    endpoint(adminSessionCalls.endOtherSessions, adminSessionContract.endOtherSessions, {
      summary: 'End all your other sessions in the back office',
      access: 'admin',
      handle: async ({ caller, request, t }) =>
        toOutcomeResponse(await endOtherSessions(deps, 'admin', adminOf(caller), originOf(request)), t),
    }),
    endpoint(adminSessionCalls.endSession, adminSessionContract.endSession, {
      summary: 'End one of your sessions in the back office',
      access: 'admin',
      handle: async ({ params, caller, request, t }) =>
        toOutcomeResponse(await endSession(deps, 'admin', adminOf(caller), params.id, originOf(request)), t),
    }),
  ];
}

export function secondFactorEndpoints(deps: AccountDeps): Endpoint[] {
  return [...endpointsOf(deps, 'user'), ...endpointsOf(deps, 'admin')];
}

function endpointsOf(deps: AccountDeps, kind: SessionKind): Endpoint[] {
  const calls = kind === 'user' ? secondFactorCalls : adminSecondFactorCalls;
  const own = { access: kind } as const;
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
