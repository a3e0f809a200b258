import type { OperatorDetails } from '#lib/pages/use-site.ts';
import { PRODUCT_NAME } from '#lib/product.ts';

/** The issuer of a document, in the order of a letterhead. The product's name stands in for a missing company name. */
export function receiptSender({ legalName, address }: OperatorDetails): string[] {
  return [legalName || PRODUCT_NAME, ...linesOf(address)];
}

/** The lines of a text, without empty ones. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
