import type { MessageKey } from '#lib/i18n/translator.ts';

export const MAX_BANK_DAYS = 120;
export const MAX_DAY_NAME_LENGTH = 100;

export type TypedDay = { day: string; is_open: boolean; name: string };

/** Names of the fields of a row. */
export const dayFields = (row: number) => ({ day: `day-${row}`, kind: `kind-${row}`, name: `name-${row}` });

/** Reads the rows that have a date. */
export function readBankDayForm(
  values: Record<string, unknown>,
  year: number,
): { days: TypedDay[]; problems: Record<string, MessageKey> } {
  const problems: Record<string, MessageKey> = {};
  const days: TypedDay[] = [];
  for (let row = 0; row < MAX_BANK_DAYS; row++) {
    const fields = dayFields(row);
    const day = String(values[fields.day] ?? '');
    const name = String(values[fields.name] ?? '').trim();
    if (day === '' && name === '') continue;
    if (!day.startsWith(`${year}-`)) problems[fields.day] = 'admin.bankDays.otherYear';
    else if (days.some((other) => other.day === day)) problems[fields.day] = 'admin.bankDays.twice';
    if (name === '') problems[fields.name] = 'admin.bankDays.nameNeeded';
    days.push({ day, is_open: values[fields.kind] === 'open', name });
  }
  return { days, problems };
}

/** Returns an error for each invalid field, or null if the rows are valid. */
export function bankDayProblems(values: Record<string, unknown>): Record<string, MessageKey> | null {
  const { problems } = readBankDayForm(values, Number(values.year));
  return Object.keys(problems).length === 0 ? null : problems;
}
