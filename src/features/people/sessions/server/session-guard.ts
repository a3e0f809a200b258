import type { FastifyRequest } from 'fastify';
import { AppError } from '#lib/app-error.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import type { Caller, SignedInAdmin } from '#lib/server/http/caller.ts';
import type { Access, Guard } from '#lib/server/http/endpoint.ts';
import { hashOfToken, SecretCookie } from '#lib/server/session/secret-token.ts';
import { DEVICE_LIFE_S, SESSION_LIFE } from '../model/lifetimes.ts';
import { isPermitted } from '../model/roles.ts';
import { findAdminSession, findUserSession } from './session-store.ts';

export type AccountCookies = ReturnType<typeof accountCookies>;

export function accountCookies(secure: boolean) {
  return {
    user: new SecretCookie('session', SESSION_LIFE.user.absolute, secure),
    admin: new SecretCookie('admin-session', SESSION_LIFE.admin.absolute, secure),
    device: new SecretCookie('device', DEVICE_LIFE_S, secure),
  };
}

const IS_ALLOWED: Record<Access, (caller: Caller) => boolean> = {
  anyone: () => true,
  'optional-auth': () => true,
  user: ({ user }) => user !== null,
  admin: ({ admin }) => admin !== null,
  'user-or-admin': ({ user, admin }) => user !== null || admin !== null,
};

/** Authenticates callers by session cookie only. An administrator without the permission counts as not logged in. */
export function sessionGuard(db: Queryable, cookies: AccountCookies): Guard {
  const tokenOf = (kind: 'user' | 'admin', request: FastifyRequest) => hashOfToken(cookies[kind].read(request));
  return async (access, request, permission) => {
    const [userToken, adminToken] = [tokenOf('user', request), tokenOf('admin', request)];
    const [user, admin] = await Promise.all([
      userToken && findUserSession(db, userToken),
      adminToken && findAdminSession(db, adminToken),
    ]);
    const refusal = admin && permission !== undefined ? refusalOf(admin, permission) : null;
    const caller: Caller = { user, admin: refusal ? null : admin };
    if (IS_ALLOWED[access](caller)) return caller;
    throw refusal ?? new AppError(user || admin ? 'forbidden' : 'not_signed_in', `${access} only`);
  };
}

function refusalOf({ role, needsSecondFactor }: SignedInAdmin, permission: string): AppError | null {
  if (!isPermitted(role, permission)) return new AppError('not_permitted', `${role} lacks ${permission}`);
  return needsSecondFactor ? new AppError('second_factor_needed', 'no second factor') : null;
}
