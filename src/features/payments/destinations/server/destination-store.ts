import type { PaidQuote } from '#features/catalog/landed-cost/model/import-quote.ts';
import type { PaymentDestinations } from '#lib/server/database/rows.ts';
import { anyOf, type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';

const INSERT = statement(`
  insert into payment_destinations (payment_id, country, light, shown_light, rules_version, assessed_on, quote, buying_for,
    buying_for_country, buying_for_quote)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`);

type NewDestination = Omit<PaidQuote, 'at'>;

/** Stores where the car of a payment goes, in the transaction that inserts the payment. */
export async function insertDestination(db: Queryable, paymentId: number, destination: NewDestination): Promise<void> {
  const { quote, shownLight, buyingFor, buyingForCountry, buyingForQuote } = destination;
  const { country, verdict, version, at } = quote;
  const answer = [country, verdict.light, shownLight, version, at.on, JSON.stringify(quote)];
  const declared = [buyingFor, buyingForCountry, buyingForQuote && JSON.stringify(buyingForQuote)];
  await rowsOf(db, INSERT, [paymentId, ...answer, ...declared]);
}

const NOTE_NOT_SAID = statement('update payments set destination_not_said = true where id = $1');

/** Notes that the buyer was asked where the car of a payment goes, and did not say it. */
export async function noteNotSaid(db: Queryable, paymentId: number): Promise<void> {
  await rowsOf(db, NOTE_NOT_SAID, [paymentId]);
}

type Row = Pick<
  PaymentDestinations,
  'payment_id' | 'shown_light' | 'buying_for' | 'buying_for_country' | 'created_at'
> & { quote: PaidQuote['quote']; buying_for_quote: PaidQuote['buyingForQuote'] };

const OF_PAYMENTS = statement(`
  select payment_id, quote, shown_light, buying_for, buying_for_country, buying_for_quote, created_at
  from payment_destinations where payment_id = ${anyOf('$1')} order by payment_id, listing_id`);

/** Returns what was stored with payments for each of their cars, by payment id. */
export async function destinationsOfPayments(db: Queryable, paymentIds: number[]): Promise<Map<number, PaidQuote[]>> {
  const rows = await rowsOf<Row>(db, OF_PAYMENTS, [paymentIds]);
  const byPayment = Map.groupBy(rows, (row) => row.payment_id);
  return new Map([...byPayment].map(([paymentId, ofPayment]) => [paymentId, ofPayment.map(paidQuoteOfRow)]));
}

const PAYMENTS = statement(`
  select p.id from payments p join payment_destinations d on d.payment_id = p.id where p.order_id = $1 group by p.id order by p.id`);

/** Returns what was stored for each car of an order when it was paid or held for a transfer. */
export async function destinationsOfOrder(db: Queryable, orderId: number): Promise<PaidQuote[]> {
  const payments = (await rowsOf<{ id: number }>(db, PAYMENTS, [orderId])).map(({ id }) => id);
  return [...(await destinationsOfPayments(db, payments)).values()].flat();
}

function paidQuoteOfRow(row: Row): PaidQuote {
  return {
    quote: row.quote,
    shownLight: row.shown_light,
    buyingFor: row.buying_for,
    buyingForCountry: row.buying_for_country,
    buyingForQuote: row.buying_for_quote,
    at: row.created_at,
  };
}

/** Returns what was stored with a payment for one of its cars. */
export async function destinationOfPayment(
  db: Queryable,
  paymentId: number,
  listingId: number,
): Promise<PaidQuote | null> {
  const quotes = (await destinationsOfPayments(db, [paymentId])).get(paymentId) ?? [];
  return quotes.find(({ quote }) => quote.listingId === listingId) ?? null;
}

const ERASE = statement(`
  update payment_destinations set buying_for = null
  where buying_for is not null and payment_id in (select id from payments where user_id = $1)`);
const ERASE_UNPAID = statement(`
  update payment_destinations set buying_for = null
  where buying_for is not null and created_at < now() - make_interval(secs => $1)
    and payment_id in (select id from payments where state in ('voided', 'failed'))`);

/** Erases for whom a user bought cars. */
export async function eraseBuyingFor(db: Queryable, userId: number): Promise<void> {
  await rowsOf(db, ERASE, [userId]);
}

/** Erases for whom cars were to be bought in payments that came to nothing longer ago than `afterS` seconds. */
export async function eraseUnpaidBuyingFor(db: Queryable, afterS: number): Promise<void> {
  await rowsOf(db, ERASE_UNPAID, [afterS]);
}
