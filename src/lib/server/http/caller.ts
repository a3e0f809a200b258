import type { FastifyRequest } from 'fastify';
import { AppError } from '../../app-error.ts';

/** A logged-in user or administrator with their session. */
export type SignedIn = { id: number; sessionId: number };

export type SignedInAdmin = SignedIn & {
  role: string;
  /** Created from the settings. */
  fromEnvironment: boolean;
  /** May only set up their own login until two-factor is on. */
  needsSecondFactor: boolean;
};

/** Who makes a call. A browser may have both a user's and an administrator's session. */
export type Caller = { user: SignedIn | null; admin: SignedInAdmin | null };

export const ANONYMOUS: Caller = { user: null, admin: null };

/** Returns the calling user. Throws `not_signed_in` without a user session. */
export function userOf({ user }: Caller): SignedIn {
  if (!user) throw new AppError('not_signed_in', 'no user session');
  return user;
}

export function adminOf({ admin }: Caller): SignedInAdmin {
  if (!admin) throw new AppError('not_signed_in', 'no administrator session');
  return admin;
}

/** Where a call came from, for the audit log. */
export type Origin = { ip: string; userAgent: string; requestId: string };

/** Truncates the user agent to 300 characters. */
export function originOf({ ip, id, headers }: FastifyRequest): Origin {
  return { ip, requestId: id, userAgent: (headers['user-agent'] ?? '').slice(0, 300) };
}
