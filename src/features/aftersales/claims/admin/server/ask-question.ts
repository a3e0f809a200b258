import { actingAdmin, audit } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import { MAX_QUESTIONS, mayBeAsked } from '../../model/claim.ts';
import type { ClaimDeps } from '../../server/claim-deps.ts';
import { mailClaim } from '../../server/claim-mails.ts';
import { lockWholeClaim } from '../../server/claim-party.ts';
import { insertQuestion, questionOfKey, questionsOfClaim } from '../../server/question-store.ts';

type Asked = { key: string; party: 'buyer' | 'seller'; text: string };

/**
 * Asks a party of a claim that is not decided, and emails it the question. The dates of the claim stay. A repeated call with the same key changes
 * nothing.
 */
export async function askQuestion(
  { bookings: { payments, siteOrigin } }: Pick<ClaimDeps, 'bookings'>,
  adminId: number,
  id: number,
  { key, party, text }: Asked,
  origin: Origin,
): Promise<void> {
  await withTransaction(payments.pool, async (db) => {
    const { claim } = await lockWholeClaim(db, id);
    const repeated = await questionOfKey(db, key);
    if (repeated) {
      if (repeated.claim_id === id && repeated.party === party && repeated.body === text) return;
      throw new AppError('unprocessable', 'the key of a question was reused with other content');
    }
    if (!mayBeAsked(claim.state))
      throw new AppError('conflict', `a claim is ${claim.state}`, { messageKey: 'claims.ended' });
    if ((await questionsOfClaim(db, id)).length >= MAX_QUESTIONS)
      throw new AppError('conflict', 'too many questions', { messageKey: 'claims.tooMuch' });
    await insertQuestion(db, { claim_id: id, key, party, body: text, admin_id: adminId });
    await mailClaim(db, siteOrigin, claim, 'asked', party === 'buyer' ? 'seller' : 'buyer', { text });
    await audit(db, origin, {
      actor: actingAdmin(adminId),
      action: 'claim question asked',
      subject: { kind: 'claim', id },
      details: { party },
    });
  });
}
