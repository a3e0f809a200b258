import type { FastifyRequest } from 'fastify';
import { AppError } from '../../app-error.ts';

/** A person who is logged in, and the session that says so. */
export type SignedIn = { id: number; sessionId: number };

/** On whose behalf a call is made. A browser may hold a user's and an administrator's session at once. */
export type Caller = { user: SignedIn | null; admin: SignedIn | null };

export const NOBODY: Caller = { user: null, admin: null };

/** The user who calls; refuses a caller without a user's session. */
export function userOf({ user }: Caller): SignedIn {
  if (!user) throw new AppError('not_signed_in', 'no user session');
  return user;
}

export function adminOf({ admin }: Caller): SignedIn {
  if (!admin) throw new AppError('not_signed_in', 'no administrator session');
  return admin;
}

/** From where a call came, for limits and the audit log. */
export type Origin = { ip: string; userAgent: string; requestId: string };

/** What the browser says of itself is cut to a length worth keeping. */
export function originOf({ ip, id, headers }: FastifyRequest): Origin {
  return { ip, requestId: id, userAgent: (headers['user-agent'] ?? '').slice(0, 300) };
}
