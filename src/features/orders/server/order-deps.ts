import type { DocumentDeps } from '#features/documents/server/api.ts';
import type { PaymentDeps } from '#features/payments/server/api.ts';

export type OrderDeps = {
  payments: PaymentDeps;
  documents: DocumentDeps;
  siteOrigin: string;
};
