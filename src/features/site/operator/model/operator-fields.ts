import type { OperatorDetails } from '#lib/pages/use-site.ts';

export const OPERATOR_FIELDS = [
  'legalName',
  'address',
  'registrationNumber',
  'governingLaw',
  'moneyHolder',
  'contact',
] as const satisfies (keyof OperatorDetails)[];
export type OperatorField = (typeof OPERATOR_FIELDS)[number];

/** The checks of the table `operator_details` have the same limits. */
export const MAX_LENGTH: Record<OperatorField, number> = {
  legalName: 200,
  address: 500,
  registrationNumber: 100,
  governingLaw: 100,
  moneyHolder: 300,
  contact: 300,
};

/** Returns the fields that are empty, of all or of the given ones. */
export function missingDetails(
  operator: OperatorDetails,
  fields: readonly OperatorField[] = OPERATOR_FIELDS,
): OperatorField[] {
  return fields.filter((field) => operator[field] === '');
}
