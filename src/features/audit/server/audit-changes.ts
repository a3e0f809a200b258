/** Fields that identify a person. The audit log is append-only, so it stores only their first character. */
export const PERSONAL = ['name', 'email', 'mobile'] as const;

type Values = Record<string, unknown>;

/** Returns the changed fields before and after. Masks `hidden` fields after their first character. */
export function changesForAudit(before: Values, after: Values, hidden: readonly string[] = []) {
  const changed = Object.keys(after).filter((field) => before[field] !== after[field]);
  const valuesOf = (values: Values) =>
    Object.fromEntries(
      changed.map((field) => [field, hidden.includes(field) ? masked(values[field]) : (values[field] ?? null)]),
    );
  return { changed, before: valuesOf(before), after: valuesOf(after) };
}

function masked(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? `${[...value][0]}…` : null;
}
