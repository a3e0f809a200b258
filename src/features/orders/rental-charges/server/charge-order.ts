import { createHash } from 'node:crypto';
import type pg from 'pg';
import { z } from 'zod';
import { issueCashReceipt, SECURITY_MOVE } from '#features/orders/billing/server/cash.ts';
import {
  CASH_METHODS,
  type CashMethod,
  type Order,
  orderNumber,
  TAKEN_METHODS,
} from '#features/orders/orders/model/order.ts';
import {
  actOfCharge,
  CHARGE_DUE_DAYS,
  type ChargeKind,
  shareOfSecurity,
} from '#features/orders/orders/model/rental-money.ts';
import { mailSecurity } from '#features/orders/orders/server/order-mails.ts';
import { findOrder, lockOrder, orderNotFound } from '#features/orders/orders/server/order-store.ts';
import { addPlanItem, insertAllocations } from '#features/orders/orders/server/plan-store.ts';
import {
  chargeOfKey,
  type Evidence,
  findEvidence,
  insertCharge,
  insertSecurityMove,
  leftToday,
  returnNeedsTwo,
  securityMoveOfKey,
  securityOf,
  wasReturned,
} from '#features/orders/orders/server/rental-money-store.ts';
import { accountToGiveBack, askOrder, lockPerson, postSecurity } from '#features/payments/server/api.ts';
import { type ApprovalKind, actingAdmin, audit, mailAddressOf, propose } from '#features/people/server/api.ts';
import type { DocumentDeps } from '#features/site/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { OrderCharges, SecurityMoves } from '#lib/server/database/rows.ts';
import type { Caller, Origin } from '#lib/server/http/caller.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { paths } from '#paths.ts';

const DAY_MS = 86_400_000;

type ChargeRequest = Pick<OrderCharges, 'key' | 'kind' | 'cents' | 'reason'> & { evidence: Evidence[] };

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
    if (await isCharged(db, orderId, charge.key, hash)) return;
    const { isCardHeld } = await askOrder(db, orderId, actOfCharge(charge.kind), { now: clock.now() });
    if (charge.kind === 'damage' && evidence.length === 0 && !(await wasReturned(db, orderId)))
      throw new AppError('unprocessable', 'no evidence', { messageKey: 'orders.charge.evidenceMissing' });
    const id = await insertCharge(
      db,
      { order_id: orderId, ...charge, content_hash: hash, admin_id: adminId },
      evidence,
    );
    if (id === null) throw otherCharge();
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

const otherCharge = () => new AppError('unprocessable', 'the key of a charge was reused with other content');

async function isCharged(db: Queryable, orderId: number, key: string, hash: Buffer): Promise<boolean> {
  const found = await chargeOfKey(db, key);
  if (!found) return false;
  if (found.order_id !== orderId || !found.content_hash.equals(hash)) throw otherCharge();
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

type SecurityMove = Pick<SecurityMoves, 'key' | 'cents' | 'note'> & {
  kind: 'taken' | 'returned';
  method: CashMethod;
  /** Of a transfer: the account of the buyer that the person saw. */
  account: number | null;
};

/** `taken`: cents taken before the proposal; prevents the approval of two proposals of one deposit. */
const deposit = z.object({
  order: z.int(),
  key: z.string(),
  method: z.enum(TAKEN_METHODS),
  cents: z.int(),
  note: z.string(),
  taken: z.int(),
});

type RecordDeps = { clock: Clock; documents: DocumentDeps };

/** Approves security deposits above the limit. */
export function securityApproval(deps: RecordDeps): ApprovalKind {
  return {
    kind: 'security deposit',
    permission: 'payments:write',
    summary(payload, t) {
      const { order, cents, note } = deposit.parse(payload);
      return t('admin.orders.security.approval', { number: orderNumber(order), amount: t.cents(cents), note });
    },
    async execute(db, payload, { proposerId, approverId, origin }) {
      const { order: orderId, taken, ...rest } = deposit.parse(payload);
      const order = await lockOrder(db, orderId);
      if (!order) throw orderNotFound();
      await askOrder(db, orderId, 'take_security', { now: deps.clock.now() });
      if ((await securityOf(db, orderId)).takenCents !== taken)
        throw new AppError('conflict', 'another deposit was taken', { messageKey: 'orders.security.changed' });
      const move = { ...rest, kind: 'taken', account: null } as const;
      await recordMove(db, deps, order, move, { adminId: proposerId, approvedBy: approverId }, origin);
    },
  };
}

const securityReturn = z.object({
  order: z.int(),
  key: z.string(),
  method: z.enum(CASH_METHODS),
  cents: z.int(),
  note: z.string(),
  account: z.int().nullable(),
});

/** Approves returns of deposits in another way than the one in which one person alone recorded them as taken. */
export function securityReturnApproval(deps: RecordDeps): ApprovalKind {
  return {
    kind: 'security return',
    permission: 'payments:write',
    summary(payload, t) {
      const { order, cents, note } = securityReturn.parse(payload);
      return t('admin.orders.security.return.approval', { number: orderNumber(order), amount: t.cents(cents), note });
    },
    async execute(db, payload, { proposerId, approverId, origin }) {
      const { order: orderId, ...rest } = securityReturn.parse(payload);
      const order = await lockOrder(db, orderId);
      if (!order) throw orderNotFound();
      await askOrder(db, orderId, 'return_security', { now: deps.clock.now() });
      await refuseMoreThanHeld(db, orderId, rest.cents);
      const move = { ...rest, kind: 'returned' } as const;
      await recordMove(db, deps, order, move, { adminId: proposerId, approvedBy: approverId }, origin);
    },
  };
}

async function refuseMoreThanHeld(db: Queryable, orderId: number, cents: number): Promise<void> {
  if (cents > (await securityOf(db, orderId)).heldCents)
    throw new AppError('conflict', 'more than is held', { messageKey: 'orders.security.notHeld' });
}

/**
 * Records a security deposit that staff took at the pick-up or returned, and issues and emails a receipt. Idempotent per key. Proposes a
 * deposit to a second person if it exceeds what one person may take within a day, and a return if it turns what one person alone recorded as
 * taken into money of another account.
 */
export async function moveSecurity(
  { pool, ...deps }: RecordDeps & { pool: pg.Pool },
  adminId: number,
  orderId: number,
  move: SecurityMove,
  origin: Origin,
): Promise<'recorded' | 'proposed'> {
  return withTransaction(pool, async (db) => {
    const order = await lockOrder(db, orderId);
    if (!order) throw orderNotFound();
    if (await isMoved(db, orderId, move)) return 'recorded';
    const { key, kind, method, cents, note } = move;
    await askOrder(db, orderId, kind === 'taken' ? 'take_security' : 'return_security', { now: deps.clock.now() });
    const proposeTo = async (approval: ApprovalKind, proposal: object) => {
      const { done, messageKey } = await propose(db, approval, proposal, { id: adminId }, origin);
      if (!done) throw new AppError('conflict', 'proposed already', { messageKey });
      return 'proposed' as const;
    };
    const given = { order: orderId, key, method, cents, note };
    if (kind === 'returned') {
      await refuseMoreThanHeld(db, orderId, cents);
      if (await returnNeedsTwo(db, orderId, method)) {
        // The second person approves the account as well.
        const account = method === 'transfer' ? await accountToGiveBack(db, order.userId, move.account) : null;
        return proposeTo(securityReturnApproval(deps), { ...given, account });
      }
    } else {
      await lockPerson(db, adminId);
      if (cents > (await leftToday(db, adminId))) {
        const { takenCents } = await securityOf(db, orderId);
        return proposeTo(securityApproval(deps), { ...given, taken: takenCents });
      }
    }
    await recordMove(db, deps, order, move, { adminId, approvedBy: null }, origin);
    return 'recorded';
  });
}

type By = { adminId: number; approvedBy: number | null };

async function recordMove(
  db: Queryable,
  { documents }: RecordDeps,
  order: Order,
  move: SecurityMove,
  { adminId, approvedBy }: By,
  origin: Origin,
): Promise<void> {
  const { key, kind, cents, method, note } = move;
  const account =
    kind === 'returned' && method === 'transfer' ? await accountToGiveBack(db, order.userId, move.account) : null;
  const id = await insertSecurityMove(db, {
    ...{ order_id: order.id, key, kind, cents, method, charge_id: null, note },
    admin_id: adminId,
    approved_by: approvedBy,
    account_id: account,
  });
  if (id === null) throw otherMove();
  await postSecurity(db, order.id, id, { kind, cents, method });
  await audit(db, origin, {
    actor: actingAdmin(adminId),
    action: kind === 'taken' ? 'security deposit taken' : 'security deposit returned',
    subject: { kind: 'order', id: order.id },
    details: { move: id, method, cents, note, account, approvedBy },
  });
  const what = kind === 'taken' ? 'security' : 'securityReturned';
  const subject = { kind: SECURITY_MOVE, id };
  await mailSecurity(db, documents, order.id, move, subject);
  await issueCashReceipt(db, documents, order, { subject, what, cents, method });
}

const otherMove = () => new AppError('unprocessable', 'the key of a security deposit was reused with other content');

/** Returns whether this move is recorded. Throws if its key belongs to another one. */
async function isMoved(db: Queryable, orderId: number, { key, kind, cents, method }: SecurityMove): Promise<boolean> {
  const found = await securityMoveOfKey(db, key);
  if (!found) return false;
  if (found.order_id !== orderId || found.kind !== kind || found.cents !== cents || found.method !== method)
    throw otherMove();
  return true;
}
