import type { OperatorDetails } from '#lib/pages/page-site.ts';
import { PRODUCT_NAME } from '#lib/product.ts';

type FieldFacts = {
  /** Column of the table `operator_details`, whose checks have the same limit. */
  column: string;
  maxLength: number;
  isMultiLine?: boolean;
};

/** What the operator enters about the company, in the order of the form. */
const FIELDS: Record<keyof OperatorDetails, FieldFacts> = {
  legalName: { column: 'legal_name', maxLength: 200 },
  address: { column: 'address', maxLength: 500, isMultiLine: true },
  registrationNumber: { column: 'registration_number', maxLength: 100 },
  governingLaw: { column: 'governing_law', maxLength: 100 },
  moneyHolder: { column: 'money_holder', maxLength: 300 },
  contact: { column: 'contact', maxLength: 300, isMultiLine: true },
};
export type OperatorField = keyof OperatorDetails;
export const OPERATOR_FIELDS = Object.keys(FIELDS) as OperatorField[];

export const factsOfField = (field: OperatorField): FieldFacts => FIELDS[field];

/** Returns an object with a value for each field. */
export const forEachField = <Value>(valueFor: (field: OperatorField) => Value): Record<OperatorField, Value> =>
  Object.fromEntries(OPERATOR_FIELDS.map((field) => [field, valueFor(field)])) as Record<OperatorField, Value>;

/** Returns the fields that are empty, of all or of the given ones. */
export function missingDetails(
  operator: OperatorDetails,
  fields: readonly OperatorField[] = OPERATOR_FIELDS,
): OperatorField[] {
  return fields.filter((field) => operator[field] === '');
}

/** Returns the lines of a letterhead: name and address. Without a company name, the product's name is used. */
export function receiptSender({ legalName, address }: OperatorDetails): string[] {
  return [legalName || PRODUCT_NAME, ...linesOf(address)];
}

/** Splits a text into lines and drops empty ones. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
