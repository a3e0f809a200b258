import { amountCurrency } from '../charges/operators.ts';
import type { PreparedCountry } from '../prepare-country.ts';
import type { Charge } from '../rows/charge-row.ts';
import type { RuleBook } from '../rows/rule-book.ts';
import type { Sailing } from '../rows/rule-rows.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { doorRowsOf } from './door-cost.ts';
import { insuranceRowOf, type LandedCost, rowsOfJourney } from './landed-cost.ts';

/** The rows that an assessment used, and the currencies whose exchange rates it may have used. */
type RowsBehind = { rows: RuleBook; currencies: ReadonlySet<string> };

const AMOUNT_TERMS = /\b(?:value|fob)\.[A-Z]{3}\b/g;

/**
 * Returns the rows of a verdict and a landed cost, both those that applied and those that left an amount open.
 * @param city where the car goes from the port; without one, the rows between the port and the door are left out
 */
export function rowsBehind(
  prepared: PreparedCountry,
  verdict: Verdict,
  landed: LandedCost,
  sailing: Sailing | null,
  city: string | null,
): RowsBehind {
  const applied = new Set(verdict.reasons.map(({ ruleId }) => ruleId));
  const due = new Set(landed.charges.lines.map(({ ruleId }) => ruleId));
  const open = new Set(landed.missing.flatMap((missing) => ('code' in missing ? missing.code : [])));
  const charges = prepared.charges
    .flat()
    .map(({ charge }) => charge)
    .filter(({ id, code }) => due.has(id) || open.has(code));
  const tables = [...new Set(charges.flatMap(tablesOf))].flatMap((name) => prepared.tables.get(name) ?? []);
  const units = charges.flatMap(({ operator, currency }) =>
    operator === 'baseUnits' ? (prepared.baseUnits.get(currency ?? '') ?? []) : [],
  );
  const { journey } = landed;
  const insurance = insuranceRowOf(prepared, journey);
  const doorCosts = city === null ? [] : doorRowsOf(prepared, journey, city);
  const sources = [
    ...verdict.reasons.flatMap((reason) => [...reason.sources, ...reason.against]),
    ...landed.parts.flatMap((part) => part.sources),
    ...landed.charges.lines.flatMap((line) => line.sources),
    ...(landed.reference?.sources ?? []),
    ...[...(sailing?.sources ?? []), ...doorCosts.flatMap((row) => row.sources)].flatMap(
      (id) => prepared.sources.get(id) ?? [],
    ),
  ];
  const terms = [...charges.map(({ scope }) => scope), ...tables.map(({ axis }) => axis.text)];
  return {
    rows: {
      countries: [prepared.row],
      sources: [...new Set(sources)],
      rules: prepared.rules.map(({ rule }) => rule).filter(({ id }) => applied.has(id)),
      charges,
      tables: tables.flatMap(({ steps }) => steps),
      baseUnits: [...new Set(units)],
      freight: rowsOfJourney(prepared, journey),
      insurance: insurance ? [insurance.row] : [],
      sailings: sailing ? [sailing] : [],
      doorCosts,
      references: prepared.references.filter(({ id }) => id === landed.reference?.row.id),
    },
    currencies: new Set([
      prepared.row.currency,
      ...charges.flatMap(({ currency }) => currency ?? []),
      ...[...units, ...doorCosts].map(({ currency }) => currency),
      ...terms.flatMap((text) => text.match(AMOUNT_TERMS) ?? []).flatMap((term) => amountCurrency(term) ?? []),
    ]),
  };
}

function tablesOf({ low, likely, high, minimum }: Charge): string[] {
  return [low, likely, high, minimum].flatMap((rate) =>
    typeof rate === 'object' && rate !== null ? [rate.table] : [],
  );
}
