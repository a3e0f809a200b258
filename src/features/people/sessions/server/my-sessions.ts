import Bowser from 'bowser';
import type pg from 'pg';
import { actingAdmin, actingUser, audit, subjectUser } from '#features/people/audit/server/audit.ts';
import { AppError } from '#lib/app-error.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin, SignedIn } from '#lib/server/http/caller.ts';
import type { SessionKind } from '../model/lifetimes.ts';
import { done, type Outcome } from './outcome.ts';
import { deleteSession, deleteSessionOf, deleteSessionsOf, type SessionRow, sessionsOf } from './session-store.ts';

type SessionDeps = { pool: pg.Pool };

export type MySession = Omit<SessionRow, 'userAgent'> & { device: string; current: boolean };

export async function listSessions(
  { pool }: SessionDeps,
  kind: SessionKind,
  { id, sessionId }: SignedIn,
  t: Translator,
): Promise<MySession[]> {
  const sessions = await sessionsOf(pool, kind, id);
  return sessions.map(({ userAgent, ...session }) => ({
    ...session,
    device: deviceName(userAgent, t),
    current: session.id === sessionId,
  }));
}

/** Returns a name such as 'Chrome on Android', or an empty string if the browser sent no user agent. */
export function deviceName(userAgent: string, t: Translator): string {
  if (userAgent === '') return '';
  const { browser, os } = Bowser.parse(userAgent);
  return browser.name && os.name
    ? t('account.sessions.device', { browser: browser.name, system: os.name })
    : (browser.name ?? os.name ?? '');
}

const ownerOf = (kind: SessionKind, id: number) =>
  kind === 'user'
    ? { actor: actingUser(id), subject: subjectUser(id) }
    : { actor: actingAdmin(id), subject: { kind: 'admin', id } };

/** Ends one of the caller's sessions. Throws `not_found` for unknown ids and other people's sessions alike. */
export async function endSession(
  { pool }: SessionDeps,
  kind: SessionKind,
  { id }: SignedIn,
  sessionId: number,
  origin: Origin,
): Promise<Outcome> {
  return withTransaction(pool, async (db) => {
    if (!(await deleteSessionOf(db, kind, id, sessionId)))
      throw new AppError('not_found', `no such session of this ${kind}`);
    await audit(db, origin, { ...ownerOf(kind, id), action: 'session ended' });
    return done('account.sessionEnded');
  });
}

export async function endOtherSessions(
  { pool }: SessionDeps,
  kind: SessionKind,
  { id, sessionId }: SignedIn,
  origin: Origin,
): Promise<Outcome> {
  return withTransaction(pool, async (db) => {
    await deleteSessionsOf(db, kind, id, sessionId);
    await audit(db, origin, { ...ownerOf(kind, id), action: 'other sessions ended' });
    return done('account.sessionsEnded');
  });
}

/** Ends the caller's session. Succeeds without one. */
export async function logOut(
  { pool }: SessionDeps,
  kind: SessionKind,
  caller: SignedIn | null,
  origin: Origin,
): Promise<Outcome> {
  if (caller) {
    await withTransaction(pool, async (db) => {
      await deleteSession(db, caller.sessionId);
      await audit(db, origin, { ...ownerOf(kind, caller.id), action: kind === 'user' ? 'logout' : 'admin logout' });
    });
  }
  return done('account.loggedOut');
}
