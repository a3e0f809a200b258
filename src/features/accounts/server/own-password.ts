import type { Origin } from '#platform/http/caller.ts';
import { type Login, loginOfUser } from './account-store.server.ts';
import type { AccountTools } from './account-tools.ts';
import { actingUser, audit, subjectUser } from './audit.ts';
import { countOwnPassword, forgiveOwnPassword } from './login-limits.ts';

/** The account of a logged-in user who has given its password again; null when it was the wrong one. Guesses are limited per account. */
export async function withOwnPassword(
  { pool, hasher }: AccountTools,
  userId: number,
  password: string,
  origin: Origin,
): Promise<Login | null> {
  const login = await loginOfUser(pool, userId);
  if (!login) return null;
  await countOwnPassword(pool, userId);
  if (await hasher.verify(login.passwordHash, password)) {
    await forgiveOwnPassword(pool, userId);
    return login;
  }
  await audit(pool, origin, {
    actor: actingUser(userId),
    action: 'wrong password given',
    subject: subjectUser(userId),
  });
  return null;
}
