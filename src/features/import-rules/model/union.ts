/** The European Union as a destination. Its rows count for members without rows of their own. */
export const UNION = 'EU';

export const UNION_MEMBERS: readonly string[] =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');

/** The country whose rows count in a country: its own, else those of its union. Null without either. */
export function countryOfRows(country: string, hasRows: (country: string) => boolean): string | null {
  if (hasRows(country)) return country;
  return UNION_MEMBERS.includes(country) && hasRows(UNION) ? UNION : null;
}
