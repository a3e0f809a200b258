import { carForDocument } from '#features/catalog/server/api.ts';
import { orderNumber } from '#features/orders/orders/model/order.ts';
import { carsOfOrders } from '#features/orders/server/api.ts';
import { type Payable, payoutAccountOf } from '#features/payments/server/api.ts';
import { mailAddressOf } from '#features/people/server/api.ts';
import { accountEnd, initialsOf, issuerOf, vinEnd } from '#features/site/issued-documents/model/issuer.ts';
import type { PayoutStatementPaper } from '#features/site/issued-documents/model/papers.ts';
import { linesOf as addressLines } from '#features/site/operator/model/operator-fields.ts';
import {
  bankAccountInForce,
  type DocumentDeps,
  documentsOf,
  downloadOf,
  issueDocument,
  readOperator,
  type StoredDocument,
} from '#features/site/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import type { MailFile } from '#lib/server/mail/mail.ts';
import { findPayout, type Payout, sumOf } from './payout-store.ts';

const subjectOf = (id: number) => ({ kind: 'payout', id });

export type PayoutDeps = DocumentDeps & { clock: Clock };

/** Issues the statement of a payout that is being sent. Comes last in its transaction. */
export async function issueStatement(
  db: Queryable,
  deps: PayoutDeps,
  { id, sellerId }: Payout,
  parts: Payable[],
): Promise<StoredDocument> {
  const t = recipientTranslator();
  const [operator, seller] = [await readOperator(db), await mailAddressOf(db, sellerId)];
  const [account, ours] = [await payoutAccountOf(db, sellerId), await bankAccountInForce(db, deps.clock.now())];
  const lines = await linesOf(db, sellerId, parts);
  const issuer = issuerOf(operator);
  const name = seller?.name ?? t('booking.closedAccount');
  const initials = initialsOf(name);
  return issueDocument(db, deps, {
    kind: 'payout_statement',
    subject: subjectOf(id),
    occasion: 'sent',
    locale: t.locale,
    claims: {
      issuer: issuer.lines[0] ?? '',
      currency: 'USD',
      total_cents: sumOf(parts),
      paid_cents: sumOf(parts),
      cars: lines.map(({ car, vin }) => ({ name: car, vin_end: vinEnd(vin) })),
      party: initials === null ? null : { role: 'seller', name: initials },
      bank_account_end: account && accountEnd(account.account),
      is_demo: ours?.isDemo ?? false,
    },
    paper: {
      issuer,
      payout: id,
      seller: { lines: [name, ...addressLines(account?.address ?? '')] },
      lines,
      totalCents: sumOf(parts),
      account: account && { holder: account.holder, bank: account.bank, accountEnd: accountEnd(account.account) },
    },
  });
}

/** A line per car. What is paid less than price and commission say is on the last car of its order. */
async function linesOf(db: Queryable, sellerId: number, parts: Payable[]): Promise<PayoutStatementPaper['lines']> {
  const lines = [];
  const cars = await carsOfOrders(
    db,
    parts.map(({ orderId }) => orderId),
  );
  for (const { orderId, cents } of parts) {
    const sold = (cars.get(orderId) ?? []).filter((car) => car.sellerId === sellerId);
    let left = cents;
    for (const [at, { listingId, priceCents, commissionCents }] of sold.entries()) {
      const { name, year, vin } = await carForDocument(db, listingId);
      const paid = at === sold.length - 1 ? left : Math.min(left, priceCents - commissionCents);
      left -= paid;
      lines.push({
        order: orderNumber(orderId),
        car: `${year} ${name}`,
        vin,
        priceCents,
        commissionCents,
        cents: paid,
      });
    }
  }
  return lines;
}

/** Returns the statement of a seller's payout. Throws `not_found` for unknown payouts and other sellers' alike. */
export async function myStatement(deps: DocumentDeps, sellerId: number, id: number): Promise<MailFile> {
  const payout = await findPayout(deps.pool, id);
  const [document] =
    payout?.sellerId === sellerId ? await documentsOf(deps.pool, 'payout_statement', subjectOf(id)) : [];
  if (!document) throw new AppError('not_found', 'no such statement', { messageKey: 'payouts.notFound' });
  return downloadOf(deps, document);
}
