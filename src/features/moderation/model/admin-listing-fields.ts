/** The values of a listing as a plain form holds them: one text by field name, 'on' or '' for what is so or not so. */

import type { SellProblems } from '#features/listings/model/listing-form.ts';
import { changedFields } from '#features/sell/model/sell-changes.ts';
import {
  type AdminListingField,
  type AdminListingValues,
  adminChangeProblems,
  NEW_VALUES,
} from './admin-listing-form.ts';

const GROUPS = ['serviceHistory', 'extraFeatures'] as const;
type Group = (typeof GROUPS)[number];
const isGroup = (name: string): name is Group => GROUPS.some((group) => group === name);

/** Not asked for in the back office: it stays as the seller has it. */
const LEFT_OUT = ['contactMethods', 'availability', 'responseTime'];

export function fieldsOfValues(values: AdminListingValues): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    if (LEFT_OUT.includes(name)) continue;
    if (!isGroup(name)) flat[name] = typeof value === 'boolean' ? onOff(value) : String(value);
    else for (const [flag, isSo] of Object.entries(values[name])) flat[`${name}.${flag}`] = onOff(isSo);
  }
  return flat;
}

/** What a form sent, as the values that it stands for. A field that it does not have stands for nothing typed. */
export function valuesOfFields(flat: Record<string, unknown>): AdminListingValues {
  const values: Record<string, unknown> = { ...NEW_VALUES };
  for (const name of Object.keys(NEW_VALUES)) {
    if (LEFT_OUT.includes(name)) continue;
    if (isGroup(name)) values[name] = flagsOf(name, flat);
    else if (typeof values[name] === 'boolean') values[name] = flat[name] === 'on';
    else values[name] = String(flat[name] ?? '');
  }
  return values as AdminListingValues;
}

/** The same as the body of a call: what the specs nest is nested. */
export function bodyOf(values: AdminListingValues): Record<string, unknown> {
  const { taxRate, registrationFee, ...fields } = values;
  const kept = Object.entries(fields).filter(([name]) => !LEFT_OUT.includes(name));
  return { ...Object.fromEntries(kept), priceBreakdown: { taxRate, registrationFee } };
}

/** What is wrong with what was typed in place of a listing's values. */
export function problemsOfFields(typed: Record<string, unknown>, before: Record<string, string>): SellProblems | null {
  const values = valuesOfFields(typed);
  return adminChangeProblems(values, changedFields(valuesOfFields(before), values) as AdminListingField[]);
}

function flagsOf(group: Group, flat: Record<string, unknown>) {
  return Object.fromEntries(Object.keys(NEW_VALUES[group]).map((flag) => [flag, flat[`${group}.${flag}`] === 'on']));
}

const onOff = (isSo: boolean) => (isSo ? 'on' : '');
