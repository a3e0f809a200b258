import type { Decision, ListingStatus } from '#features/catalog/listings/model/listing.ts';
import { setStatus } from '#features/catalog/listings/server/my-listing-store.ts';
import { type Changed, checkedTransition } from '#features/catalog/sell/server/change-my-listing.ts';
import type { SellDeps } from '#features/catalog/sell/server/create-listing.ts';
import { subjectListing } from '#features/catalog/sell/server/create-listing.ts';
import { mailDecision } from '#features/catalog/sell/server/listing-mails.ts';
import type { AuditAction } from '#features/people/audit/model/audit-log.ts';
import { actingAdmin, audit, mailAddressOf } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import { adminListing } from './find-admin-listings.ts';

const WORDS: Record<Decision, MessageKey> = {
  approve: 'sell.approved',
  return: 'sell.returned',
  reject: 'sell.rejected',
};

const ACTIONS: Record<Decision, AuditAction> = {
  approve: 'listing approved',
  return: 'listing returned',
  reject: 'listing rejected',
};

/** The edit form refuses to publish such a listing too. */
function withoutCarType(): AppError {
  return new AppError('malformed', 'a listing without a car type cannot be published', {
    messageKey: 'sell.approve.noCarType',
    fields: { carType: 'sell.choose' },
  });
}

/** Approves a listing, returns it with reasons, or rejects it for good. Emails the seller. */
export function decideListing(
  tools: SellDeps,
  adminId: number,
  id: number,
  { decision, reasons, version }: { decision: Decision; reasons: string[]; version: number },
  origin: Origin,
): Promise<Changed> {
  if (decision !== 'approve' && reasons.length === 0) {
    throw new AppError('malformed', 'returning or rejecting a listing requires reasons', {
      messageKey: 'sell.reasons.needed',
    });
  }
  return withTransaction(tools.pool, async (db) => {
    const listing = await adminListing(db, id, true);
    const to = checkedTransition(listing, decision, version) as ListingStatus;
    if (decision === 'approve' && listing.carType === null) throw withoutCarType();
    await setStatus(db, id, to, decision === 'approve' ? [] : reasons);
    const seller = await mailAddressOf(db, listing.userId);
    if (seller) await mailDecision(db, tools.siteOrigin, seller, listing, decision, reasons);
    await audit(db, origin, {
      actor: actingAdmin(adminId),
      action: ACTIONS[decision],
      subject: subjectListing(id),
      details: { before: { status: listing.status }, after: { status: to }, reasons },
    });
    return { messageKey: WORDS[decision], state: to, version: version + 1 };
  });
}
