import { importCalls } from '#features/customs/customs-calls.ts';
import type {
  AgesResponse,
  ChangesResponse,
  ChargesResponse,
  CountriesResponse,
} from '#features/customs/import-rules/model/import-contract.ts';
import { type ApiClient, isApiFailure } from '#lib/api-client/api-client.ts';
import { landedCostCalls } from '../../catalog-calls.ts';
import type { CheckResponse } from '../model/landed-cost-contract.ts';

export type CountryGuide = {
  check: CheckResponse;
  charges: ChargesResponse;
  ages: AgesResponse;
  changes: ChangesResponse['changes'];
};
export type Country = CountriesResponse['countries'][number];

/** The car that the example of charges is about. */
export const EXAMPLE = { cif: 10_000, fob: 8_800, newPrice: 20_000, years: 3, cc: 1_500 };

/** Whether the country itself has a rule or a charge; those of the export from China apply to every country. */
export function hasOwnRules({ check, charges }: CountryGuide): boolean {
  return check.reasons.some(({ country }) => country !== 'CN') || charges.lines.length + charges.missing.length > 0;
}

/** Countries with rules or charges. */
export async function fetchCountries(api: ApiClient): Promise<Country[]> {
  const { countries } = await api.call(importCalls.countries);
  return countries.filter(({ rules, charges }) => rules + charges > 0);
}

/** Loads rules, charges and ages of a country. Returns null if we know none. */
export async function fetchGuide(api: ApiClient, country: string): Promise<CountryGuide | null> {
  try {
    const check = await api.call(landedCostCalls.check, { query: { country } });
    const production = String(Number(check.today.slice(0, 4)) - EXAMPLE.years);
    const car = { country, production, first_registration: production, fuel: 'petrol', engine_cc: EXAMPLE.cc } as const;
    const [charges, ages, now, { changes }] = await Promise.all([
      api.call(importCalls.charges, {
        query: { ...car, cif: EXAMPLE.cif, fob: EXAMPLE.fob, new_price: EXAMPLE.newPrice },
      }),
      api.call(importCalls.age, { query: car }),
      api.call(landedCostCalls.check, { query: { country, on: check.today } }),
      api.call(importCalls.changes, { query: { country } }),
    ]);
    // A rule may expire before a car that is bought today arrives.
    const later = new Set(check.reasons.map(({ rule }) => rule));
    const reasons = [...check.reasons, ...now.reasons.filter(({ rule }) => !later.has(rule))];
    return { check: { ...check, reasons }, charges, ages, changes };
  } catch (error) {
    if (isApiFailure(error) && error.status === 404) return null;
    throw error;
  }
}
