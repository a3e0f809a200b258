import type { FastifyRequest } from 'fastify';
import { AppError } from '#lib/app-error.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { Caller, SignedIn } from '#lib/server/http/caller.ts';
import type { Access } from '#lib/server/http/endpoint.ts';
import type { Guard } from '#lib/server/http/register-endpoints.ts';
import { hashOfToken } from '#lib/server/session/secret-token.ts';
import type { SessionKind } from '../model/session-lifetime.ts';
import type { AccountCookies } from './session-cookies.ts';
import { findSession } from './session-store.ts';

const IS_ALLOWED: Record<Access, (caller: Caller) => boolean> = {
  anyone: () => true,
  'optional-auth': () => true,
  user: ({ user }) => user !== null,
  admin: ({ admin }) => admin !== null,
  'user-or-admin': ({ user, admin }) => user !== null || admin !== null,
};

/** Authenticates callers by session cookie only. */
export function sessionGuard(db: Queryable, cookies: AccountCookies): Guard {
  const find = async (kind: SessionKind, request: FastifyRequest): Promise<SignedIn | null> => {
    const tokenHash = hashOfToken(cookies[kind].read(request));
    return tokenHash && findSession(db, kind, tokenHash);
  };
  return async (access, request) => {
    const [user, admin] = await Promise.all([find('user', request), find('admin', request)]);
    const caller: Caller = { user, admin };
    if (IS_ALLOWED[access](caller)) return caller;
    throw new AppError(user || admin ? 'forbidden' : 'not_signed_in', `${access} only`);
  };
}
