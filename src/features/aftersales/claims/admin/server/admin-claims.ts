import type pg from 'pg';
import { moneyOfClaim } from '#features/aftersales/claims/server/decide-claim.ts';
import { type ClaimDeps, claimNotFound, lockWholeClaim } from '#features/aftersales/claims/server/read-claims.ts';
import { orderNumber } from '#features/orders/orders/model/order.ts';
import { carsOfOrders, findOrder } from '#features/orders/server/api.ts';
import { actingAdmin, audit } from '#features/people/server/api.ts';
import { isPermitted } from '#features/people/sessions/model/roles.ts';
import { AppError } from '#lib/app-error.ts';
import { queryColumn, queryNumber, rowsOf, statement, withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin, SignedInAdmin } from '#lib/server/http/caller.ts';
import { isDecidable, MAX_QUESTIONS, mayBeAsked } from '../../model/claim.ts';
import type { AdminClaimResponse, AdminClaimsResponse } from '../../model/claim-contract.ts';
import { mailClaim } from '../../server/claim-mails.ts';
import {
  CLAIM_COLUMNS,
  type Claim,
  findClaim,
  insertQuestion,
  movesOfClaim,
  questionOfKey,
  questionsOfClaim,
} from '../../server/claim-store.ts';
import { decisionLimit } from '../../server/decide-claim.ts';
import { readClaim } from '../../server/read-claims.ts';

const LIST = statement(`
  select ${CLAIM_COLUMNS}, u.name as buyer, coalesce((
      select -sum(l.cents) from ledger_entries e join ledger_lines l on l.entry_id = e.id
      where e.order_id = c.order_id and l.account = 'frozen' and c.ended_at is null
    ), 0) as "frozenCents"
  from claims c join users u on u.id = c.user_id order by (c.ended_at is null) desc, c.next_at, c.id desc limit 200`);

/** Returns open claims by the time of their next step, then the newest ended ones. */
export async function listClaims(pool: pg.Pool): Promise<AdminClaimsResponse> {
  const rows = await rowsOf<Claim & { buyer: string; frozenCents: number }>(pool, LIST, []);
  return {
    flag: '1',
    open: await countOpenClaims(pool),
    items: rows.map(({ id, orderId, kind, state, openedAt, nextAt, buyer, frozenCents }) => ({
      id,
      order: { id: orderId, number: orderNumber(orderId) },
      kind,
      state,
      opened_at: openedAt.toISOString(),
      next_at: nextAt?.toISOString() ?? null,
      buyer,
      frozen_cents: frozenCents,
    })),
  };
}

const countOpenClaims = queryNumber('select count(*) as open from claims where ended_at is null');

/** Returns a claim with the money that a decision splits. */
export async function showClaim(pool: pg.Pool, admin: SignedInAdmin, id: number): Promise<AdminClaimResponse> {
  const claim = await findClaim(pool, id);
  const order = claim && (await findOrder(pool, claim.orderId));
  if (!claim || !order) throw claimNotFound();
  const cars = (await carsOfOrders(pool, [order.id])).get(order.id) ?? [];
  const money = await moneyOfClaim(pool, order, cars);
  return {
    flag: '1',
    claim: await readClaim(pool, { user: null, admin }, id),
    buyer: (await namesOf(pool, [order.userId]))[0] ?? '',
    sellers: await namesOf(pool, [...new Set(cars.map(({ sellerId }) => sellerId))]),
    money: {
      frozen_cents: money.frozenCents,
      paid_out_cents: money.paidOutCents,
      refundable_cents: money.refundableCents,
      open_cents: money.openCents,
      sellers_cents: money.sellersCents,
      is_active: order.life === 'active',
    },
    limit_cents: await decisionLimit(pool, order.id, admin.id),
    may_ask: mayBeAsked(claim.state) && isPermitted(admin.role, 'payments:write'),
    may_decide: isDecidable(claim.state) && isPermitted(admin.role, 'payments:write'),
    moves: (await movesOfClaim(pool, id)).map(({ to, actor, at }) => ({ to, actor, at: at.toISOString() })),
  };
}

const namesOf = queryColumn<string, [ids: number[]]>(
  'select name from users where id = any($1::bigint[]) order by name',
);

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
