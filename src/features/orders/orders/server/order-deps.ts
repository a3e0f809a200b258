import type { PaymentDeps } from '#features/payments/server/api.ts';
import type { DocumentDeps } from '#features/site/server/api.ts';

export type OrderDeps = {
  payments: PaymentDeps;
  documents: DocumentDeps;
  siteOrigin: string;
};
