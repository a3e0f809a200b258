import type { Decision, ListingStatus } from '#features/catalog/listings/model/listing.ts';
import type { WholeListing } from '#features/catalog/listings/model/listing-facts.ts';
import type { SellProblems } from '#features/catalog/listings/model/listing-form.ts';
import {
  deleteListing,
  hasVinDuplicate,
  insertListing,
  setStatus,
  updateListing,
} from '#features/catalog/listings/server/listing-store.ts';
import { statusAfter } from '#features/catalog/moderation/model/admin-listing.ts';
import {
  type AdminListingValues,
  adminChangeProblems,
  adminFacts,
  adminFormProblems,
  type ListingTerms,
  NEW_VALUES,
  termsOf,
  withChanges,
} from '#features/catalog/moderation/model/admin-listing-form.ts';
import { mailDecision } from '#features/catalog/sell/server/listing-mails.ts';
import {
  type AttachedFiles,
  type Changed,
  checkedTransition,
  type SellDeps,
  subjectListing,
  toListingInput,
  vinDuplicate,
} from '#features/catalog/sell/server/my-listings.ts';
import type { AuditAction } from '#features/people/audit/model/audit-log.ts';
import { accountStatusOf, actingAdmin, audit, mailAddressOf } from '#features/people/server/api.ts';
import { acceptDocument, acceptPhoto } from '#features/site/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { type Columns, isUniqueViolation, type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { Listings } from '#lib/server/database/rows.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import { adminListing } from './find-admin-listings.ts';

export type AdminOutcome = { messageKey: MessageKey; status: ListingStatus; version: number };

/** Adds a listing for a user, in any of the four public statuses. */
export async function addListing(
  tools: SellDeps,
  adminId: number,
  sent: Partial<AdminListingValues>,
  { images, report }: AttachedFiles,
  origin: Origin,
): Promise<{ id: number; status: ListingStatus }> {
  const values = { ...NEW_VALUES, mileageUnit: 'mi' as const, ...sent };
  refuse(adminFormProblems(values), 'manage.addFailed');
  const { pool, media } = tools;
  const userId = Number(values.user_id);
  if ((await accountStatusOf(pool, userId)) === null) refuse({ user_id: 'manage.userUnknown' }, 'manage.userUnknown');
  const imageKeys: string[] = [];
  for (const image of images) imageKeys.push((await acceptPhoto(media, userId, image)).key);
  const reportKey = report ? (await acceptDocument(media, userId, report)).key : null;
  return withTransaction(pool, async (db) => {
    const id = await insertListing(db, userId, await toListingInput(db, adminFacts(values), imageKeys, reportKey));
    if (id === null) throw vinDuplicate();
    const status = statusAfter('requested', values.listing_status);
    if (status !== 'requested') await setStatus(db, id, status, []);
    await setTerms(db, id, termsOf(values), false);
    const { description: _long, ...after } = values;
    await note(db, origin, adminId, 'listing added', id, { after });
    return { id, status };
  });
}

type AdminListingChange = {
  values: Partial<AdminListingValues>;
  version?: number | undefined;
  /** Time of the last change, as the caller read it. */
  dateUpdated?: string | undefined;
  /** Photos to keep, in order. */
  imageKeys?: string[] | undefined;
};

/** Changes the sent fields of any user's listing. */
export function changeListing(
  tools: SellDeps,
  adminId: number,
  id: number,
  change: AdminListingChange,
  origin: Origin,
) {
  return withTransaction(tools.pool, async (db): Promise<AdminOutcome> => {
    const before = await adminListing(db, id, true);
    refuseStale(before, change);
    const { before: valuesBefore, values, changed } = withChanges(before, change.values);
    refuse(adminChangeProblems(values, changed), 'manage.saveFailed');
    if (changed.includes('user_id')) refuse({ user_id: 'manage.ownerStays' }, 'manage.ownerStays');
    const status = statusAfter(before.status, values.listing_status);
    const imageKeys = keptImages(before, change.imageKeys);
    const facts = adminFacts(values);
    const vin = changed.includes('vin') ? facts.vin : before.vin;
    if (vin !== null && vin !== before.vin && (await hasVinDuplicate(db, before.userId, vin, id))) throw vinDuplicate();
    const car = await toListingInput(db, { ...facts, vin }, imageKeys, before.certificationReport);
    const imagePlaceholders = imageKeys.map((key) => before.imagePlaceholders[before.imageKeys.indexOf(key)] ?? '');
    await updateListing(db, id, { ...car, imagePlaceholders }, status);
    const approved = status === 'active' && (before.status === 'requested' || before.status === 'returned');
    await setTerms(db, id, termsOf(values), approved);
    if (approved) await tellSeller(tools, db, before);
    const details = {
      before: Object.fromEntries(changed.map((field) => [field, valuesBefore[field]])),
      after: Object.fromEntries(changed.map((field) => [field, values[field]])),
      ...(imageKeys.length < before.imageKeys.length && { photosBefore: before.imageKeys, photosAfter: imageKeys }),
    };
    await note(db, origin, adminId, 'listing changed', id, details);
    return { messageKey: 'manage.saved', status, version: before.version + 1 };
  });
}

/** Deletes a listing; `undoRemoval` restores it. */
export function removeListing(tools: SellDeps, adminId: number, id: number, origin: Origin) {
  return withTransaction(tools.pool, async (db): Promise<AdminOutcome> => {
    const { status, version, make, model, year, userId } = await adminListing(db, id, true);
    await deleteListing(db, id);
    await note(db, origin, adminId, 'listing deleted', id, { before: { status, make, model, year, userId } });
    return { messageKey: 'manage.deleted', status, version: version + 1 };
  });
}

/** Undoes a deletion. Fails if the listing changed since. */
export async function undoRemoval(
  { pool }: SellDeps,
  adminId: number,
  id: number,
  version: number,
  origin: Origin,
): Promise<AdminOutcome> {
  try {
    return await withTransaction(pool, async (db) => {
      const restored = await restoreListing(db, id, version);
      if (!restored || (await accountStatusOf(db, restored.userId)) === null) {
        throw new AppError('conflict', `cannot restore listing ${id}`, { messageKey: 'manage.undoImpossible' });
      }
      await note(db, origin, adminId, 'listing restored', id, { after: { status: restored.status } });
      return { messageKey: 'manage.restored', status: restored.status, version: restored.version };
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError('conflict', `cannot restore listing ${id}: another listing has its VIN`, {
      messageKey: 'manage.undoTwin',
      cause: error,
    });
  }
}

/** Throws if there are problems. An invalid owner ID has its own specified message. */
function refuse(problems: SellProblems | null, otherwise: MessageKey): void {
  if (!problems) return;
  const messageKey = problems.user_id ?? otherwise;
  throw new AppError('malformed', 'invalid listing values', { messageKey, fields: problems });
}

function refuseStale({ version, updatedAt }: WholeListing, seen: AdminListingChange): void {
  const isStale =
    (seen.version !== undefined && seen.version !== version) ||
    (seen.version === undefined && seen.dateUpdated !== undefined && seen.dateUpdated !== updatedAt.toISOString());
  if (isStale)
    throw new AppError('conflict', 'stale version', { messageKey: 'admin.stale', fields: { version: 'stale' } });
}

function keptImages({ imageKeys }: WholeListing, kept: string[] | undefined): string[] {
  if (kept === undefined) return imageKeys;
  if (kept.some((key) => !imageKeys.includes(key)) || new Set(kept).size < kept.length) {
    refuse({ images: 'manage.imageUnknown' }, 'manage.imageUnknown');
  }
  return kept;
}

async function tellSeller({ siteOrigin }: SellDeps, db: Queryable, listing: WholeListing): Promise<void> {
  const seller = await mailAddressOf(db, listing.userId);
  if (seller) await mailDecision(db, siteOrigin, seller, listing, 'approve', []);
}

function note(db: Queryable, origin: Origin, adminId: number, action: AuditAction, id: number, details: object) {
  return audit(db, origin, {
    actor: actingAdmin(adminId),
    action,
    subject: subjectListing(id),
    details: { ...details },
  });
}

/** Sets the facts that only administrators set. A car that becomes active gets a new listing date. */
async function setTerms(
  db: Queryable,
  id: number,
  { certified, taxRate, registrationFeeCents }: ListingTerms,
  becomesActive: boolean,
): Promise<void> {
  await db.query(
    `update listings set certified = $2, tax_rate = $3, registration_fee_cents = $4,
       posted_at = case when $5 then now() else posted_at end where id = $1`,
    [id, certified, taxRate, registrationFeeCents, becomesActive],
  );
}

type Restored = Columns<Listings, 'user_id' | 'status' | 'version'>;

/** Restores a listing deleted at this version. Returns null if there is none. */
async function restoreListing(db: Queryable, id: number, version: number): Promise<Restored | null> {
  const { rows } = await db.query<Restored>(
    `update listings set deleted_at = null, version = version + 1
     where id = $1 and version = $2 and deleted_at is not null returning user_id as "userId", status, version`,
    [id, version],
  );
  return rows[0] ?? null;
}

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
