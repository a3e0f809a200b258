import { DESTINATION_COUNTRIES } from '#features/customs/import-rules/model/ports.ts';
import { paths } from '#paths.ts';

const ENGLISH = new Intl.DisplayNames('en', { type: 'region' });

/** The English name of a country as a part of an address, in every language: `united-arab-emirates`. */
export function countrySlug(country: string): string {
  return (ENGLISH.of(country) ?? country)
    .normalize('NFD')
    .replace(/[\p{M}’'.()]/gu, '')
    .toLowerCase()
    .replace(/&/g, 'and')
    .replace(/[^a-z]+/g, '-')
    .replace(/^-|-$/g, '');
}

export const countryPath = (country: string) => paths.importCountry.replace(':country', countrySlug(country));

/** Finds a country by its slug or its two-letter code, in any letter case. */
export function countryOfSlug(slug: string): string | null {
  const named = slug.toLowerCase();
  return (
    DESTINATION_COUNTRIES.find((country) => countrySlug(country) === named || country.toLowerCase() === named) ?? null
  );
}
