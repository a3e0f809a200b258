/** What identifies a person. The audit log is never erased, so it keeps no more of these than helps to recognise them. */
export const PERSONAL = ['name', 'email', 'mobile'] as const;

type Values = Record<string, unknown>;

/** What changed, before and after, for the audit log; of hidden fields only how they begin. */
export function changesForAudit(before: Values, after: Values, hidden: readonly string[] = []) {
  const changed = Object.keys(after).filter((field) => before[field] !== after[field]);
  const shown = (values: Values) =>
    Object.fromEntries(
      changed.map((field) => [field, hidden.includes(field) ? masked(values[field]) : (values[field] ?? null)]),
    );
  return { changed, before: shown(before), after: shown(after) };
}

function masked(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? `${[...value][0]}…` : null;
}
