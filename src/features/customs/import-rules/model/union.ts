import type { RuleBook } from './rows/rule-book.ts';

/** The European Union as a destination. Its rows count for members without rules of their own. */
export const UNION = 'EU';

export const UNION_MEMBERS: readonly string[] =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');

/** Returns the country whose rows count in a country: its own, or those of its union. Null without either. */
export function countryOfRows(
  { countries, rules }: Pick<RuleBook, 'countries' | 'rules'>,
  country: string,
): string | null {
  const hasRow = (code: string) => countries.some((known) => known.country === code);
  const isMember = UNION_MEMBERS.includes(country) && hasRow(UNION);
  if (isMember && !rules.some((rule) => rule.country === country)) return UNION;
  return hasRow(country) ? country : null;
}
