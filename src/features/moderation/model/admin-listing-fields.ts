/** The values of a listing as a plain form holds them: one text by field name, 'on' or '' for what is so or not so. */

import type { SellProblems } from '#features/listings/model/listing-form.ts';
import { changedFields } from '#features/sell/model/sell-changes.ts';
import { type ManageField, type ManageValues, NEW_VALUES, problemsOfChanges } from './admin-listing-form.ts';

const GROUPS = ['serviceHistory', 'extraFeatures'] as const;
type Group = (typeof GROUPS)[number];
const isGroup = (name: string): name is Group => GROUPS.some((group) => group === name);

/** Not asked for in the back office: it stays as the seller has it. */
const LEFT_OUT = ['contactMethods', 'availability', 'responseTime'];

export function flatValues(values: ManageValues): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    if (LEFT_OUT.includes(name)) continue;
    if (!isGroup(name)) flat[name] = typeof value === 'boolean' ? onOff(value) : String(value);
    else for (const [flag, isSo] of Object.entries(values[name])) flat[`${name}.${flag}`] = onOff(isSo);
  }
  return flat;
}

/** What a form sent, as the values that it stands for. A field that it does not have stands for nothing typed. */
export function valuesOfFlat(flat: Record<string, unknown>): ManageValues {
  const values: Record<string, unknown> = { ...NEW_VALUES };
  for (const name of Object.keys(NEW_VALUES)) {
    if (LEFT_OUT.includes(name)) continue;
    if (isGroup(name)) values[name] = flagsOf(name, flat);
    else if (typeof values[name] === 'boolean') values[name] = flat[name] === 'on';
    else values[name] = String(flat[name] ?? '');
  }
  return values as ManageValues;
}

/** The same as the body of a call: what the specs nest is nested. */
export function bodyOf(values: ManageValues): Record<string, unknown> {
  const { taxRate, registrationFee, ...fields } = values;
  const kept = Object.entries(fields).filter(([name]) => !LEFT_OUT.includes(name));
  return { ...Object.fromEntries(kept), priceBreakdown: { taxRate, registrationFee } };
}

/** What is wrong with what was typed in place of a listing's values. */
export function problemsOfFlat(typed: Record<string, unknown>, before: Record<string, string>): SellProblems | null {
  const values = valuesOfFlat(typed);
  return problemsOfChanges(values, changedFields(valuesOfFlat(before), values) as ManageField[]);
}

function flagsOf(group: Group, flat: Record<string, unknown>) {
  return Object.fromEntries(Object.keys(NEW_VALUES[group]).map((flag) => [flag, flat[`${group}.${flag}`] === 'on']));
}

const onOff = (isSo: boolean) => (isSo ? 'on' : '');
