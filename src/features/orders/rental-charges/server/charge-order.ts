import { createHash } from 'node:crypto';
import type pg from 'pg';
import { type Order, orderNumber } from '#features/orders/orders/model/order.ts';
import {
  actOfCharge,
  CHARGE_DUE_DAYS,
  type ChargeKind,
  shareOfSecurity,
} from '#features/orders/orders/model/rental-money.ts';
import { findOrder, lockOrder, orderNotFound } from '#features/orders/orders/server/order-store.ts';
import { addPlanItem, insertAllocations } from '#features/orders/orders/server/plan-store.ts';
import {
  chargeOfKey,
  type Evidence,
  findEvidence,
  insertCharge,
  insertSecurityMove,
  securityOf,
  wasReturned,
} from '#features/orders/orders/server/rental-money-store.ts';
import { askOrder, postSecurity } from '#features/payments/server/api.ts';
import { actingAdmin, audit, mailAddressOf } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import type { OrderCharges } from '#lib/server/database/rows.ts';
import type { Caller, Origin } from '#lib/server/http/caller.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { paths } from '#paths.ts';

const DAY_MS = 86_400_000;

export type ChargeRequest = Pick<OrderCharges, 'key' | 'kind' | 'cents' | 'reason'> & { evidence: Evidence[] };

/**
 * Charges a renter: adds a plan item, pays it from the security deposit first, and emails the buyer. Idempotent per key. Damage needs a file
 * or the return protocol as evidence.
 */
export async function chargeOrder(
  { pool, clock, siteOrigin }: { pool: pg.Pool; clock: Clock; siteOrigin: string },
  adminId: number,
  orderId: number,
  { evidence, ...charge }: ChargeRequest,
  origin: Origin,
): Promise<void> {
  const hash = hashOf(charge, evidence);
  await withTransaction(pool, async (db) => {
    const order = await lockOrder(db, orderId);
    if (!order) throw orderNotFound();
    if (await isRepeated(db, orderId, charge.key, hash)) return;
    const { isCardHeld } = await askOrder(db, orderId, actOfCharge(charge.kind), { now: clock.now() });
    if (charge.kind === 'damage' && evidence.length === 0 && !(await wasReturned(db, orderId)))
      throw new AppError('unprocessable', 'no evidence', { messageKey: 'orders.charge.evidenceMissing' });
    const id = await insertCharge(
      db,
      { order_id: orderId, ...charge, content_hash: hash, admin_id: adminId },
      evidence,
    );
    if (id === null) throw reused();
    const dueAt = new Date(clock.now().getTime() + CHARGE_DUE_DAYS * DAY_MS);
    const item = await addPlanItem(db, orderId, { kind: 'charge', amountCents: charge.cents, dueAt });
    const used = shareOfSecurity(charge.cents, await securityOf(db, orderId));
    if (used > 0) await drawOnSecurity(db, { orderId, chargeId: id, item, used, adminId });
    await audit(db, origin, {
      actor: actingAdmin(adminId),
      action: 'order charged',
      subject: { kind: 'order', id: orderId },
      details: { charge: id, kind: charge.kind, cents: charge.cents, fromSecurityCents: used, reason: charge.reason },
    });
    await mailCharge(db, siteOrigin, order, { ...charge, fromSecurityCents: used, dueAt, isCardHeld });
  });
}

type Used = { orderId: number; chargeId: number; item: number; used: number; adminId: number };

/** Pays the charge item from the security deposit. */
async function drawOnSecurity(db: Queryable, { orderId, chargeId, item, used, adminId }: Used): Promise<void> {
  const move = await insertSecurityMove(db, {
    order_id: orderId,
    key: `charge ${chargeId}`,
    kind: 'used',
    cents: used,
    method: null,
    charge_id: chargeId,
    note: '',
    admin_id: adminId,
    approved_by: null,
    account_id: null,
  });
  if (move === null) throw new Error(`charge ${chargeId} has used the security deposit already`);
  await insertAllocations(db, orderId, [{ itemId: item, cents: used }], { securityMoveId: move });
  await postSecurity(db, orderId, move, { kind: 'used', cents: used, method: null });
}

const reused = () => new AppError('unprocessable', 'the key of a charge was reused with other content');

async function isRepeated(db: Queryable, orderId: number, key: string, hash: Buffer): Promise<boolean> {
  const found = await chargeOfKey(db, key);
  if (!found) return false;
  if (found.order_id !== orderId || !found.content_hash.equals(hash)) throw reused();
  return true;
}

function hashOf({ kind, cents, reason }: Omit<ChargeRequest, 'evidence'>, evidence: Evidence[]): Buffer {
  const hash = createHash('sha256').update(JSON.stringify([kind, cents, reason, evidence.length]));
  for (const { content } of evidence) hash.update(createHash('sha256').update(content).digest());
  return hash.digest();
}

type Wanted = { id: number; charge: number; position: number };

/** Returns an evidence file to the buyer and staff. Throws `not_found` for anyone else, so ids cannot be probed. */
export async function showEvidence(pool: pg.Pool, caller: Caller, { id, charge, position }: Wanted): Promise<Evidence> {
  const order = await findOrder(pool, id);
  const maySee = order !== null && (caller.admin !== null || order.userId === caller.user?.id);
  const file = maySee ? await findEvidence(pool, id, charge, position) : null;
  if (!file) throw new AppError('not_found', 'no such evidence', { messageKey: 'orders.noDocument' });
  return file;
}

type MailedCharge = {
  kind: ChargeKind;
  cents: number;
  reason: string;
  fromSecurityCents: number;
  dueAt: Date;
  isCardHeld: boolean;
};

/** Emails the buyer the charge with its reason, the part paid from the security deposit and the open amount. */
async function mailCharge(db: Queryable, site: string, order: Order, charge: MailedCharge): Promise<void> {
  const t = recipientTranslator();
  const buyer = await mailAddressOf(db, order.userId);
  if (!buyer) return;
  const { kind, cents, reason, fromSecurityCents, dueAt, isCardHeld } = charge;
  const rest = cents - fromSecurityCents;
  const subject = t('mail.charge', { number: orderNumber(order.id) });
  const content = {
    title: subject,
    paragraphs: [
      t('mail.greeting', { name: buyer.name }),
      t('mail.charge.text', { what: t(`mail.charge.kind.${kind}`), amount: t.cents(cents) }),
      t('mail.charge.reason', { reason }),
      ...(fromSecurityCents > 0 ? [t('mail.charge.security', { amount: t.cents(fromSecurityCents) })] : []),
      rest > 0
        ? t('mail.charge.rest', { amount: t.cents(rest), day: t.utcDay(dueAt.toISOString()) })
        : t('mail.charge.paid'),
      ...(rest > 0 && isCardHeld ? [t('mail.charge.card')] : []),
      t('mail.charge.disagree'),
    ],
    action: { label: t('mail.charge.see'), url: site + paths.order.replace(':id', String(order.id)) },
    footer: t('mail.footer'),
  };
  await queueMail(db, { to: buyer.email, subject, ...composeMail(content, t) });
}
