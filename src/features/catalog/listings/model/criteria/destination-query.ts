import { z } from 'zod';
import { BUYERS } from '#features/customs/import-rules/model/car.ts';
import type { ImportDestination } from '#features/customs/import-rules/model/destination.ts';
import { portCode } from '#features/customs/import-rules/model/import-contract.ts';
import { DESTINATION_COUNTRIES, firstPortOf, portsOf } from '#features/customs/import-rules/model/ports.ts';
import { SHIPPING_MODES } from '#features/customs/import-rules/model/rows/rule-rows.ts';
import { MAY_IMPORT } from './listing-criteria.ts';

const COUNTRY = /^[a-z]{2}$/i;
const day = z.iso.date();
/** US dollars. */
const MAX_LANDED = 99_999_999;

const landed = z
  .string()
  .regex(/^\d{1,8}$/, `must be whole dollars up to ${MAX_LANDED}`)
  .transform(Number)
  .optional();

/** Parameters of the list and search calls about the place that cars are shipped to. */
export const destinationParameters = {
  to: z
    .string()
    .refine(
      (text) => COUNTRY.test(text) || day.safeParse(text).success,
      'must be a day as YYYY-MM-DD or a country code such as KE',
    )
    .transform((text) => text.toUpperCase())
    .optional()
    .describe('Last day of a rental, or for cars for sale the country that they are shipped to (ISO 3166-1 alpha-2)'),
  port: portCode
    .optional()
    .describe('UN/LOCODE of the port of arrival, a port of the country. Default: its first port'),
  mode: z.enum(SHIPPING_MODES).optional().describe('Default: roro'),
  buyer: z.enum(BUYERS).optional().describe('Who imports the car. Default: person'),
  mayImport: z
    .enum(MAY_IMPORT)
    .optional()
    .describe(
      '`green`: only cars that may be imported into the country by official rules. `amber`: also cars of which it is not certain',
    ),
  minLanded: landed.describe(
    'Least likely landed cost at the destination, in US dollars. Leaves out cars without a total.',
  ),
  maxLanded: landed,
};

type DestinationQuery = {
  [Name in keyof typeof destinationParameters]?: z.output<(typeof destinationParameters)[Name]>;
};
type CheckedQuery = DestinationQuery & { rentSell: string; sortBy?: string | undefined };

/** Returns the country that a query names; `to` may also be a day. */
export const countryIn = ({ to }: DestinationQuery): string | undefined =>
  to !== undefined && COUNTRY.test(to) ? to : undefined;

export function destinationIn(query: DestinationQuery): ImportDestination | undefined {
  const country = countryIn(query);
  if (country === undefined) return undefined;
  const { port = firstPortOf(country), mode = 'roro', buyer = 'person' } = query;
  return { country, port, mode, buyer };
}

/** Refuses parameters of a destination that mean nothing without another one. */
export function checkDestination(query: CheckedQuery, refuse: (path: string, message: string) => void): void {
  const country = countryIn(query);
  if (country === undefined) {
    const dependent = ['port', 'mode', 'buyer', 'mayImport', 'minLanded', 'maxLanded'] as const;
    for (const name of dependent) if (query[name] !== undefined) refuse(name, 'needs to, a country');
    if (query.sortBy === 'landed') refuse('sortBy', 'needs to, a country');
    return;
  }
  if (!DESTINATION_COUNTRIES.includes(country))
    refuse('to', 'must be a day as YYYY-MM-DD or a country code such as KE');
  if (query.rentSell !== 'Sell') refuse('to', 'must be a day: cars for rent are not shipped');
  if (query.port === undefined) return;
  const ports = portsOf(country).map(({ code }) => code);
  if (!ports.includes(query.port))
    refuse(
      'port',
      ports.length > 0 ? `must be one of ${ports.join(', ')}` : 'is not possible: the country has no port',
    );
}
