import { z } from 'zod';
import { cityName, light, saidByBuyer } from '#features/catalog/landed-cost/model/landed-cost-contract.ts';
import { buyer, countryCode, portCode } from '#features/customs/import-rules/model/import-contract.ts';
import { buyingForName } from './buying-for.ts';

const destination = z
  .object({ country: countryCode, port: portCode.optional(), city: cityName, buyer, ...saidByBuyer })
  .describe('Where a car for sale goes. A car that may not be imported there is refused, unless `buying_for` is sent.');
const buyingFor = z
  .object({ name: buyingForName, country: countryCode })
  .describe(
    'The person or purpose that the buyer pays for, although the rules of the destination prohibit the car. It is recorded.',
  );

/** The destination that a buyer states before paying. */
export const declaredDestination = {
  destination: destination.optional(),
  shown_light: light.optional().describe('The light that the buyer saw for the destination'),
  buying_for: buyingFor.optional(),
  destination_not_said: z
    .literal(true)
    .optional()
    .describe(
      'Instead of `destination`: the buyer was asked where the cars go, and pays without saying it. It is recorded.',
    ),
};
export type DeclaredDestination = z.output<z.ZodObject<typeof declaredDestination>>;

/** What the import rules said about a car of an order. */
export const importAnswer = z.object({
  cause: z.enum(['payment', 'consignee', 'trade_term', 'sailing']).describe('What named the country'),
  car: z.string(),
  country: z.string(),
  light,
  shown_light: light.nullable().describe('What the buyer saw; null if the browser did not say'),
  why: z.string().describe('The prohibitions; empty without one'),
  buying_for: z.string().nullable().describe('For whom the buyer declared that the car is; null if erased'),
  buying_for_country: z.string().nullable(),
  at: z.string().describe('ISO 8601, UTC'),
});
export type ImportAnswerResponse = z.output<typeof importAnswer>;
