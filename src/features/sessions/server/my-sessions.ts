import Bowser from 'bowser';
import type pg from 'pg';
import { actingAdmin, actingUser, audit, subjectUser } from '#features/audit/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Origin, SignedIn } from '#lib/server/http/caller.ts';
import { done, type Outcome } from './outcome.ts';
import {
  deleteSession,
  deleteSessionOfUser,
  deleteSessionsOfUser,
  type SessionRow,
  sessionsOfUser,
} from './session-store.ts';

type Needs = { pool: pg.Pool };

export type MySession = Omit<SessionRow, 'userAgent'> & { device: string; current: boolean };

/** Where a user is logged in. */
export async function listSessions({ pool }: Needs, { id, sessionId }: SignedIn): Promise<MySession[]> {
  const sessions = await sessionsOfUser(pool, id);
  return sessions.map(({ userAgent, ...session }) => ({
    ...session,
    device: deviceOf(userAgent),
    current: session.id === sessionId,
  }));
}

/** 'Chrome on Android'; empty when the browser does not say. */
export function deviceOf(userAgent: string): string {
  if (userAgent === '') return '';
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(' on ');
}

/** Ends another session of the same user. A foreign session and none at all are refused alike. */
export async function endSession({ pool }: Needs, user: SignedIn, ended: number, origin: Origin): Promise<Outcome> {
  return withTransaction(pool, async (db) => {
    if (!(await deleteSessionOfUser(db, user.id, ended)))
      throw new AppError('not_found', 'no such session of this user');
    await audit(db, origin, { actor: actingUser(user.id), action: 'session ended', subject: subjectUser(user.id) });
    return done('account.sessionEnded');
  });
}

export async function endOtherSessions({ pool }: Needs, user: SignedIn, origin: Origin): Promise<Outcome> {
  return withTransaction(pool, async (db) => {
    await deleteSessionsOfUser(db, user.id, user.sessionId);
    await audit(db, origin, {
      actor: actingUser(user.id),
      action: 'other sessions ended',
      subject: subjectUser(user.id),
    });
    return done('account.sessionsEnded');
  });
}

/** Ends the session that a browser is in; without one there is nothing to end. */
export async function logOut({ pool }: Needs, user: SignedIn | null, origin: Origin): Promise<Outcome> {
  if (user) {
    await withTransaction(pool, async (db) => {
      await deleteSession(db, user.sessionId);
      await audit(db, origin, { actor: actingUser(user.id), action: 'logout', subject: subjectUser(user.id) });
    });
  }
  return done('account.loggedOut');
}

export async function logOutAdmin({ pool }: Needs, admin: SignedIn, origin: Origin): Promise<Outcome> {
  await withTransaction(pool, async (db) => {
    await deleteSession(db, admin.sessionId);
    const subject = { kind: 'admin', id: admin.id };
    await audit(db, origin, { actor: actingAdmin(admin.id), action: 'admin logout', subject });
  });
  return done('account.loggedOut');
}
