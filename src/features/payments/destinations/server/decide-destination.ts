import { buyerFactsOf } from '#features/catalog/landed-cost/model/buyer-facts.ts';
import type { ImportQuote, PaidQuote } from '#features/catalog/landed-cost/model/import-quote.ts';
import { type Listing, listingName, type Offer } from '#features/catalog/listings/model/listing.ts';
import { findWholeListing, knownCity, makeQuote } from '#features/catalog/server/api.ts';
import { COUNTRIES, DESTINATION_COUNTRIES, portsOf } from '#features/customs/import-rules/model/ports.ts';
import type { Reason } from '#features/customs/import-rules/model/verdict/verdict.ts';
import { type PublishedBook, todayOf } from '#features/customs/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import type { DeclaredDestination } from '../model/destination-contract.ts';
import { carsToAsk, importerOf, placeInOrder } from './destination-store.ts';

/**
 * Assesses the car at the buyer's destination by the newest rules. Throws `conflict` with the reasons if it is prohibited there and the
 * buyer declared no recipient, or if it is prohibited in the recipient's country too. Returns null for rentals, which are not exported, and
 * for countries without rules. `carName`: prefix of the reasons in an order of several cars.
 */
export function decideDestination(
  book: PublishedBook,
  car: Listing,
  { destination, shown_light: shown, buying_for: declared }: DeclaredDestination,
  clock: Clock,
  carName: string | null = null,
): Omit<PaidQuote, 'at'> | null {
  if (!destination || car.offer !== 'Sell') return null;
  const { country, port = null, city = null, buyer, ...said } = destination;
  const facts = buyerFactsOf(said);
  const isUnassessed = (code: string) => DESTINATION_COUNTRIES.includes(code) && !book.countries().includes(code);
  if (isUnassessed(country)) return null;
  const quote = makeQuote(book, car, { country, port, city, buyer }, todayOf(clock), facts);
  if (quote.verdict.light === 'red' && !declared) {
    throw new AppError('conflict', `car ${car.id} is prohibited in ${country}`, {
      messageKey: shown === undefined || shown === 'red' ? 'payment.prohibited' : 'payment.prohibited.changed',
      fields: { destination: whyProhibited(quote, carName), buying_for: 'payment.buyingFor.needed' },
    });
  }
  const isElsewhere = declared && declared.country !== country && !isUnassessed(declared.country);
  const buyingForQuote = isElsewhere
    ? makeQuote(book, car, { country: declared.country, port: null, city: null, buyer }, todayOf(clock))
    : null;
  if (buyingForQuote?.verdict.light === 'red') {
    throw new AppError('conflict', `car ${car.id} is prohibited in ${buyingForQuote.country} as well`, {
      messageKey: 'payment.prohibited.there',
      fields: {
        destination: whyProhibited(buyingForQuote, carName),
        buying_for_country: 'payment.buyingFor.prohibited',
      },
    });
  }
  return {
    quote,
    shownLight: shown ?? null,
    buyingFor: declared?.name ?? null,
    buyingForCountry: declared?.country ?? null,
    buyingForQuote,
  };
}

function whyProhibited({ verdict }: ImportQuote, carName: string | null): string {
  const reasons = verdict.reasons.filter(({ outcome }) => outcome === 'prohibited').map(withSource);
  return [...(carName === null ? [] : [`${carName}:`]), ...reasons].join(' ');
}

function withSource({ sentence, sources: [source] }: Reason): string {
  return source ? `${sentence} (${source.publisher}: ${source.title})` : sentence;
}

type Refusal = 'orders.consignee.prohibited' | 'orders.term.prohibited' | 'shipments.row.prohibited';

/** A destination country of an order's cars, with the verdict that the buyer saw and the declaration. */
export type NamedCountry = Pick<DeclaredDestination, 'shown_light' | 'buying_for'> & {
  country: string;
  /** Restricts the check to this car. */
  listingId?: number;
  /** The port that a trade term or a sailing names. One of another country is ignored: the car goes on by land. */
  port?: string;
  /** The place that a trade term names. It counts if the order has no city and a way to the place is known. */
  place?: string;
};

/**
 * Checks the cars of an order against the import rules of a country that is named after the payment, at the port and the city that the
 * buyer chose there. Returns the answers to store, without
 * cars that have an answer for the country. Throws `conflict` with the reasons and the message `refusal` if a car is prohibited there and
 * the buyer declared no recipient.
 */
export async function checkDestination(
  db: Queryable,
  { book, clock }: { book: PublishedBook; clock: Clock },
  { id, offer }: { id: number; offer: Offer },
  { country, listingId: only, port: named, place, ...said }: NamedCountry,
  refusal: Refusal,
): Promise<Omit<PaidQuote, 'at'>[]> {
  if (offer !== 'Sell' || !COUNTRIES.includes(country)) return [];
  const buyer = await importerOf(db, id);
  const cars = await carsToAsk(db, id, country);
  const answers: Omit<PaidQuote, 'at'>[] = [];
  const chosen = await placeInOrder(db, id, country);
  const port = portsOf(country).find(({ code }) => code === named)?.code ?? chosen.port;
  const city = knownCity(book, { country, port, city: chosen.city ?? place ?? null, buyer }, todayOf(clock));
  const where = { ...(port !== null && { port }), ...(city !== null && { city }) };
  for (const { listingId, isAnswered } of cars) {
    if (isAnswered || (only !== undefined && only !== listingId)) continue;
    const car = await findWholeListing(db, listingId);
    if (!car) continue;
    const name = cars.length > 1 ? listingName(car) : null;
    const asked = { destination: { country, buyer, ...where }, ...said };
    const answer = inWordsOf(refusal, country, () => decideDestination(book, car, asked, clock, name));
    if (answer) answers.push(answer);
  }
  return answers;
}

/** Replaces the checkout's message, which says that nothing was charged. */
function inWordsOf<Result>(messageKey: Refusal, country: string, decide: () => Result): Result {
  try {
    return decide();
  } catch (error) {
    const fields = error instanceof AppError ? error.options.fields : undefined;
    if (!(error instanceof AppError) || !fields || error.code !== 'conflict') throw error;
    const reasons = String(fields.destination);
    throw new AppError('conflict', error.message, {
      write: (t) => t(messageKey, { country: t.region(country), reasons }),
      fields,
    });
  }
}
