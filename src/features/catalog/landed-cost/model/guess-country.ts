import { DESTINATION_COUNTRIES } from '#features/customs/import-rules/model/ports.ts';

type Hints = {
  languages: readonly string[];
  timeZone: string;
  /** Returns the time zones of a country; empty if the browser does not know them. */
  zonesOf(country: string): readonly string[];
};

/** Browsers with these languages are used all over the world. */
const WORLDWIDE = ['US', 'GB'];
const REGION = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?-([A-Z]{2})$/;

/** Guesses the country of a visitor by time zone, then by the region of a language. Null if nothing tells. */
export function guessCountry({ languages, timeZone, zonesOf }: Hints): string | null {
  const regions = languages.flatMap((language) => REGION.exec(language)?.[1] ?? []);
  const known = regions.filter((region) => DESTINATION_COUNTRIES.includes(region));
  const inZone = DESTINATION_COUNTRIES.filter((country) => zonesOf(country).includes(timeZone));
  if (inZone.length === 1) return inZone[0] ?? null;
  if (inZone.length > 1) return known.find((region) => inZone.includes(region)) ?? null;
  return known.find((region) => !WORLDWIDE.includes(region)) ?? null;
}
