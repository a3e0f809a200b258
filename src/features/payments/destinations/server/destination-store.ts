import type { PaidQuote } from '#features/catalog/landed-cost/model/import-quote.ts';
import type { Buyer } from '#features/customs/import-rules/model/car.ts';
import type { Light } from '#features/customs/import-rules/model/verdict/verdict.ts';
import { anyOf, execute, type Queryable, query, queryAny, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { OrderDestinations, PaymentDestinations } from '#lib/server/database/rows.ts';

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

/** Records that the buyer was asked for the destination of a payment and gave none. */
export const noteNotSaid = execute<[paymentId: number]>(
  'update payments set destination_not_said = true where id = $1',
);

type Row = Pick<
  PaymentDestinations,
  'payment_id' | 'shown_light' | 'buying_for' | 'buying_for_country' | 'created_at'
> & { quote: PaidQuote['quote']; buying_for_quote: PaidQuote['buyingForQuote'] };

const OF_PAYMENTS = statement(`
  select payment_id, quote, shown_light, buying_for, buying_for_country, buying_for_quote, created_at
  from payment_destinations where payment_id = ${anyOf('$1')} order by payment_id, listing_id`);

/** Returns the stored verdicts by payment id. */
export async function destinationsOfPayments(db: Queryable, paymentIds: number[]): Promise<Map<number, PaidQuote[]>> {
  const rows = await rowsOf<Row>(db, OF_PAYMENTS, [paymentIds]);
  const byPayment = Map.groupBy(rows, (row) => row.payment_id);
  return new Map([...byPayment].map(([paymentId, ofPayment]) => [paymentId, ofPayment.map(paidQuoteOfRow)]));
}

const PAYMENTS = statement(`
  select p.id from payments p join payment_destinations d on d.payment_id = p.id where p.order_id = $1 group by p.id order by p.id`);

/** Returns the stored verdicts of an order's payments and holds. */
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

/** Returns the stored verdict of one car of a payment. */
export async function destinationOfPayment(
  db: Queryable,
  paymentId: number,
  listingId: number,
): Promise<PaidQuote | null> {
  const quotes = (await destinationsOfPayments(db, [paymentId])).get(paymentId) ?? [];
  return quotes.find(({ quote }) => quote.listingId === listingId) ?? null;
}

/** Erases the recipients that a user declared in payments. */
export const eraseBuyingFor = execute<[userId: number]>(`
  update payment_destinations set buying_for = null
  where buying_for is not null and payment_id in (select id from payments where user_id = $1)`);

/** Erases declared recipients of failed payments older than `afterS` seconds. */
export const eraseUnpaidBuyingFor = execute<[afterS: number]>(`
  update payment_destinations set buying_for = null
  where buying_for is not null and created_at < now() - make_interval(secs => $1)
    and payment_id in (select id from payments where state in ('voided', 'failed'))`);

export type AnswerCause = OrderDestinations['cause'];

const INSERT_ANSWER = statement(`
  insert into order_destinations (order_id, cause, country, light, shown_light, rules_version, assessed_on, quote, buying_for,
    buying_for_country, buying_for_quote)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`);

/** Stores the verdict of a car in the transaction that names the country. */
export async function insertAnswer(
  db: Queryable,
  orderId: number,
  cause: AnswerCause,
  { quote, shownLight, buyingFor, buyingForCountry, buyingForQuote }: Omit<PaidQuote, 'at'>,
): Promise<void> {
  const { country, verdict, version, at } = quote;
  await rowsOf(db, INSERT_ANSWER, [
    ...[orderId, cause, country, verdict.light, shownLight, version, at.on, JSON.stringify(quote)],
    ...[buyingFor, buyingForCountry, buyingForQuote && JSON.stringify(buyingForQuote)],
  ]);
}

/** A car of an order with its destination and verdict. */
export type CarPlace = {
  orderId: number;
  listingId: number;
  /** The consignee's country, otherwise the buyer's destination; null if neither is known. */
  country: string | null;
  /** Null without an answer for the country. */
  light: Light | null;
  quote: PaidQuote['quote'] | null;
};

/** Ignores the port of the sailing, because a car may be transshipped there or go on by land. */
const PLACES = statement(`
  select c.order_id as "orderId", c.listing_id as "listingId", coalesce(g.country, a.country) as country, a.light, a.quote
  from order_cars c join orders o on o.id = c.order_id
    left join lateral (
      select country from consignees where order_id = c.order_id and applied_at is not null and erased_at is null
      order by applied_at desc, id desc limit 1
    ) g on true
    left join lateral (
      select * from import_answers where order_id = c.order_id and listing_id = c.listing_id and cause <> 'sailing'
        and (g.country is null or country = g.country)
      order by created_at desc limit 1
    ) a on true
  where c.order_id = any($1::bigint[]) and o.offer = 'Sell' order by c.order_id, c.listing_id`);

/** Returns where the cars of orders go, by order id. Rented cars are not exported. */
export async function placesOfOrders(db: Queryable, orderIds: readonly number[]): Promise<Map<number, CarPlace[]>> {
  return Map.groupBy(await rowsOf<CarPlace>(db, PLACES, [orderIds]), ({ orderId }) => orderId);
}

const BUYER = statement(`
  select quote #>> '{at,buyer}' as buyer from import_answers where order_id = $1 order by created_at limit 1`);

/** Returns who imports the cars, as stated before payment; by default a private person. */
export async function importerOf(db: Queryable, orderId: number): Promise<Buyer> {
  return (await rowsOf<{ buyer: Buyer }>(db, BUYER, [orderId]))[0]?.buyer ?? 'person';
}

const PLACE = statement(`
  select quote #>> '{landed,journey,port}' as port, quote #>> '{door,city}' as city from import_answers
  where order_id = $1 and country = $2 order by quote #>> '{door,city}' is null, created_at limit 1`);

/** Returns the port and the city that the buyer of an order chose in a country, for any of its cars. */
export async function placeInOrder(
  db: Queryable,
  orderId: number,
  country: string,
): Promise<{ port: string | null; city: string | null }> {
  const [place] = await rowsOf<{ port: string | null; city: string | null }>(db, PLACE, [orderId, country]);
  return place ?? { port: null, city: null };
}

/** Returns the cars of an order, and whether they have an answer for a country. */
export const carsToAsk = query<{ listingId: number; isAnswered: boolean }, [orderId: number, country: string]>(`
  select c.listing_id as "listingId", exists (
    select from import_answers a where a.order_id = c.order_id and a.listing_id = c.listing_id and a.country = $2) as "isAnswered"
  from order_cars c where c.order_id = $1 order by c.listing_id`);

type OrderAnswer = Pick<
  OrderDestinations,
  'country' | 'light' | 'shown_light' | 'buying_for' | 'buying_for_country' | 'created_at'
> & { cause: AnswerCause | 'payment'; car: string; sentence: string };

/** Returns every answer about the cars of an order, the newest first. */
export const answersOfOrder = query<OrderAnswer, [orderId: number]>(`
  select cause, country, light, shown_light, buying_for, buying_for_country, created_at, quote ->> 'car' as car,
    coalesce((select string_agg(reason ->> 'sentence', ' ') from jsonb_array_elements(quote -> 'verdict' -> 'reasons') reason
      where reason ->> 'outcome' = 'prohibited'), '') as sentence
  from import_answers where order_id = $1 order by created_at desc, listing_id`);

/** Returns whether the buyer was asked for the destination and paid without one. */
export const isDestinationNotSaid = queryAny<[orderId: number]>(
  'select from payments where order_id = $1 and destination_not_said limit 1',
);

/** For the data export of a user. */
export const answersToExport = query<
  Pick<
    OrderDestinations,
    'order_id' | 'listing_id' | 'country' | 'light' | 'buying_for' | 'buying_for_country' | 'created_at'
  >,
  [userId: number]
>(`
  select d.order_id, d.listing_id, d.country, d.light, d.buying_for, d.buying_for_country, d.created_at
  from order_destinations d join orders o on o.id = d.order_id where o.user_id = $1 order by d.id`);

/** Erases the recipients that a user declared for orders. */
export const eraseDeclarations = execute<[userId: number]>(`
  update order_destinations d set buying_for = null from orders o
  where o.id = d.order_id and o.user_id = $1 and d.buying_for is not null`);

/** Erases declared recipients of unpaid orders older than `afterS` seconds. */
export const eraseUnpaidDeclarations = execute<[afterS: number]>(`
  update order_destinations d set buying_for = null
  where d.buying_for is not null and d.created_at < now() - make_interval(secs => $1)
    and not exists (select from payments p where p.order_id = d.order_id and p.state not in ('voided', 'failed'))`);
