import { mailAddressOf } from '#features/accounts/server/account-of-user.ts';
import { actingAdmin, audit } from '#features/accounts/server/audit.ts';
import { AppError } from '#platform/app-error.ts';
import { withTransaction } from '#platform/database/pool.ts';
import type { Origin } from '#platform/http/caller.ts';
import type { WordId } from '#platform/words/words.ts';
import type { ListingStatus } from '../listing.ts';
import type { Decision } from '../listing-moves.ts';
import { type Changed, ruledMove } from './change-own-listing.ts';
import { subjectListing } from './create-listing.ts';
import { managedListing } from './find-managed.ts';
import { mailDecision } from './listing-mails.ts';
import { setStatus } from './own-listing-store.server.ts';
import type { SellTools } from './sell-tools.ts';

const WORDS: Record<Decision, WordId> = {
  approve: 'sell.approved',
  return: 'sell.returned',
  reject: 'sell.rejected',
};

/** A moderator lets a car in, sends it back with reasons, or rejects it for good. The seller is told by mail. */
export function decideListing(
  tools: SellTools,
  adminId: number,
  id: number,
  { decision, reasons, version }: { decision: Decision; reasons: string[]; version: number },
  origin: Origin,
): Promise<Changed> {
  if (decision !== 'approve' && reasons.length === 0) {
    throw new AppError('malformed', 'a decision against a listing needs reasons', { say: 'sell.reasons.needed' });
  }
  return withTransaction(tools.pool, async (db) => {
    const listing = await managedListing(db, id, true);
    const to = ruledMove(listing, decision, version) as ListingStatus;
    await setStatus(db, id, to, decision === 'approve' ? [] : reasons);
    const seller = await mailAddressOf(db, listing.userId);
    if (seller) await mailDecision(db, tools.siteOrigin, seller, listing, decision, reasons);
    await audit(db, origin, {
      actor: actingAdmin(adminId),
      action: decision === 'approve' ? 'listing approved' : `listing ${to}`,
      subject: subjectListing(id),
      details: { before: { status: listing.status }, after: { status: to }, reasons },
    });
    return { say: WORDS[decision], state: to, version: version + 1 };
  });
}
