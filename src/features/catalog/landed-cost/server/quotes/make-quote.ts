import { type Listing, listingName } from '#features/catalog/listings/model/listing.ts';
import { dateRange } from '#features/customs/import-rules/model/calendar.ts';
import type { Destination } from '#features/customs/import-rules/model/destination.ts';
import { citiesOf } from '#features/customs/import-rules/model/landed/door-cost.ts';
import type { Journey } from '#features/customs/import-rules/model/landed/landed-cost.ts';
import { rowsBehind } from '#features/customs/import-rules/model/landed/rows-behind.ts';
import { firstPortOf, portsOf } from '#features/customs/import-rules/model/ports.ts';
import { BOOK_LISTS } from '#features/customs/import-rules/model/rows/rule-book.ts';
import { type Assessed, assess, type PublishedBook } from '#features/customs/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { BuyerFacts } from '../../model/buyer-facts.ts';
import type { ImportQuote } from '../../model/import-quote.ts';
import { type Asked, costsOf, doorOf } from '../landed-cost-responses.ts';

/** Answers for a car at a destination. Throws `not_found` for an unknown country and `malformed` for a port or a city elsewhere. */
export function makeQuote(
  book: PublishedBook,
  car: Listing,
  { country, port, city, buyer }: Destination,
  today: string,
  { newPrice = null, reference = null, production = null, co2 = null }: Partial<BuyerFacts> = {},
): ImportQuote {
  const journey: Journey = { mode: 'roro', port: port ?? firstPortOf(country) };
  const assessed = assess(book, { country, buyer }, today, journey);
  if (port !== null && !portsOf(country).some(({ code }) => code === port))
    throw new AppError('malformed', `no port ${port} in ${country}`, { fields: { port: 'importRules.unknownPort' } });
  if (city !== null && !citiesOf(assessed.prepared).includes(city))
    throw new AppError('malformed', `no city ${city} in ${country}`, { fields: { city: 'importRules.notOurCity' } });
  return {
    listingId: car.id,
    car: listingName(car),
    ...answerOf(assessed, car, {
      journey,
      newPrice,
      reference,
      city,
      stated: { production: production === null ? null : dateRange(production), co2 },
    }),
  };
}

/** Returns a city that was known once, or null if no way to it is known for a car that is bought today. */
export function knownCity(
  book: PublishedBook,
  { country, port, city, buyer }: Destination,
  today: string,
): string | null {
  if (city === null || !book.countries().includes(country)) return null;
  const journey: Journey = { mode: 'roro', port: port ?? firstPortOf(country) };
  return citiesOf(assess(book, { country, buyer }, today, journey).prepared).includes(city) ? city : null;
}

function answerOf(assessed: Assessed, car: Listing, asked: Asked): Omit<ImportQuote, 'listingId' | 'car'> {
  const { prepared, at, expected, book } = assessed;
  const { facts, offer, verdict, landed } = costsOf(assessed, car, asked);
  const { city = null } = asked;
  const { rows, currencies } = rowsBehind(prepared, verdict, landed, expected.expected?.scheduled ?? null, city);
  const rates = [...book.ratesOn(at.today).newest.values()].filter(({ currency }) => currencies.has(currency));
  const ids = [
    ...BOOK_LISTS.map((list) => ({ list, ids: book.idsOf(list, rows[list]) })),
    { list: 'rates' as const, ids: book.idsOf('rates', rates) },
  ];
  return {
    country: prepared.country,
    at,
    expected,
    version: book.version,
    facts,
    offer,
    verdict,
    landed,
    ...(city !== null && { door: { city, ...doorOf(assessed, landed, city) } }),
    rates,
    rows: ids.filter((each) => each.ids.length > 0),
  };
}
