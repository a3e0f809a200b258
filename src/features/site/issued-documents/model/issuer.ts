import { receiptSender } from '#features/site/operator/model/receipt-sender.ts';
import type { OperatorDetails } from '#lib/pages/site-facts.ts';
import type { Issuer } from './papers.ts';

/** The issuer of a document, by the details that the operator has entered. */
export function issuerOf(operator: OperatorDetails): Issuer {
  return {
    lines: receiptSender(operator),
    isNamed: operator.legalName !== '',
    registrationNumber: operator.registrationNumber || null,
    moneyHolder: operator.moneyHolder || null,
  };
}
