import type { AccountDeps } from '#features/people/accounts/server/account-deps.ts';
import { weaknessOf } from '#features/people/accounts/server/password-strength.ts';
import { actingAdmin, audit } from '#features/people/audit/server/audit.ts';
import { done, type Outcome, refused } from '#features/people/sessions/server/outcome.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import { hashOfToken } from '#lib/server/session/secret-token.ts';
import { consumeInvitation, isInvitationAlive, updatePasswordHash } from './people-store.ts';

/** Sets the password of an invited person. Does not log them in; the first login asks for two-factor. */
export async function acceptInvitation(
  { pool, hasher }: AccountDeps,
  { token, npass }: { token: string; npass: string },
  origin: Origin,
): Promise<Outcome> {
  const tokenHash = hashOfToken(token);
  if (!tokenHash) return refused('account.linkDead');
  const weak = weaknessOf(npass, 'office', []);
  if (weak) return refused(weak, 'npass');
  if (!(await isInvitationAlive(pool, tokenHash))) return refused('account.linkDead');
  const passwordHash = await hasher.hash(npass);
  return withTransaction(pool, async (db) => {
    const id = await consumeInvitation(db, tokenHash);
    if (id === null) return refused('account.linkDead');
    await updatePasswordHash(db, id, passwordHash);
    await audit(db, origin, { actor: actingAdmin(id), action: 'invitation accepted', subject: { kind: 'admin', id } });
    return done('admin.invitation.done');
  });
}
