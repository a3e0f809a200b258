/** Converts a listing's values to and from plain form fields: one text per field name, 'on' or '' for a flag. */

import {
  FLAG_GROUPS,
  type FlagGroup,
  flagsOf as namesOfFlags,
} from '#features/catalog/listings/model/listing-fields.ts';
import type { SellProblems } from '#features/catalog/listings/model/listing-form.ts';
import { changedFields } from '#features/catalog/sell/model/sell-changes.ts';
import {
  type AdminListingField,
  type AdminListingValues,
  adminChangeProblems,
  NEW_VALUES,
} from './admin-listing-form.ts';

const isGroup = (name: string): name is FlagGroup => FLAG_GROUPS.some((group) => group === name);

/** Fields that the admin form omits; the seller's values stay. */
const OMITTED = ['contactMethods', 'availability', 'responseTime'];

export function fieldsOfValues(values: AdminListingValues): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    if (OMITTED.includes(name)) continue;
    if (!isGroup(name)) flat[name] = typeof value === 'boolean' ? onOff(value) : String(value);
    else for (const [flag, isSo] of Object.entries(values[name])) flat[`${name}.${flag}`] = onOff(isSo);
  }
  return flat;
}

/** Parses form fields. A missing field counts as empty. */
export function valuesOfFields(flat: Record<string, unknown>): AdminListingValues {
  const values: Record<string, unknown> = { ...NEW_VALUES };
  for (const name of Object.keys(NEW_VALUES)) {
    if (OMITTED.includes(name)) continue;
    if (isGroup(name)) values[name] = flagsOf(name, flat);
    else if (typeof values[name] === 'boolean') values[name] = flat[name] === 'on';
    else values[name] = String(flat[name] ?? '');
  }
  return values as AdminListingValues;
}

/** Builds the request body, with the nesting of the specification. */
export function bodyOf(values: AdminListingValues): Record<string, unknown> {
  const { taxRate, registrationFee, ...fields } = values;
  const included = Object.entries(fields).filter(([name]) => !OMITTED.includes(name));
  return { ...Object.fromEntries(included), priceBreakdown: { taxRate, registrationFee } };
}

/** Returns the problems of the changed fields. */
export function problemsOfFields(typed: Record<string, unknown>, before: Record<string, string>): SellProblems | null {
  const values = valuesOfFields(typed);
  return adminChangeProblems(values, changedFields(valuesOfFields(before), values) as AdminListingField[]);
}

function flagsOf(group: FlagGroup, flat: Record<string, unknown>) {
  return Object.fromEntries(namesOfFlags(group).map((flag) => [flag, flat[`${group}.${flag}`] === 'on']));
}

const onOff = (isSo: boolean) => (isSo ? 'on' : '');
