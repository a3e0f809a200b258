import type { Origin } from '#platform/http/caller.ts';
import { type Login, loginOfUser } from './account-store.server.ts';
import type { AccountTools } from './account-tools.ts';
import { actingUser, audit, subjectUser } from './audit.ts';
import { countGuess, forgiveGuess, type Guess } from './login-limits.ts';

/** The account of a logged-in user who has given its password again; null when it was the wrong one. Guesses are limited like logins. */
export async function withOwnPassword(
  { pool, hasher }: AccountTools,
  userId: number,
  password: string,
  origin: Origin,
): Promise<Login | null> {
  const login = await loginOfUser(pool, userId);
  if (!login) return null;
  const guess: Guess = { what: 'own password', email: login.email, ip: origin.ip, knownDevice: true };
  await countGuess(pool, guess);
  if (await hasher.verify(login.passwordHash, password)) {
    await forgiveGuess(pool, guess);
    return login;
  }
  await audit(pool, origin, {
    actor: actingUser(userId),
    action: 'wrong password given',
    subject: subjectUser(userId),
  });
  return null;
}
