import { UNION, UNION_MEMBERS } from '../union.ts';

const of = (countries: string) => new Set(countries.split(' '));

/** Regions that freight rows name. */
const REGIONS: Record<string, ReadonlySet<string>> = {
  gulf: of('AE SA QA KW OM BH'),
  africa: of(
    'KE TZ UG RW BI CD ZM ZW MZ MW BW NA ZA GH NG CI SN BJ TG CM AO ET DJ EG LY DZ MA TN SD GA GN GM GQ LR MR MU',
  ),
  southeastAsia: of('MM TH KH PH MY VN'),
};

/** Levels of what we charge buyers of a country, and those of its union. */
export const OWN = -2;
export const OWN_OF_UNION = -1;

/** Our own price, port, country, region, any: the lower, the more exact. Null if the destination is elsewhere. */
export function destinationLevel(destination: string, country: string): number | null {
  const [kind, place = ''] = destination.split(':');
  if (kind === 'own' && place === UNION && UNION_MEMBERS.includes(country)) return OWN_OF_UNION;
  if (kind === 'own') return place === country ? OWN : null;
  if (kind === 'port') return place.startsWith(country) ? 0 : null;
  if (kind === 'country') return place === country ? 1 : null;
  if (kind === 'region') return REGIONS[place]?.has(country) ? 2 : null;
  return 3;
}
