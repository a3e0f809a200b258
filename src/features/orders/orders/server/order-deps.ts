import type pg from 'pg';
import type { RuleBookCache } from '#features/customs/import-rules/server/api.ts';
import type { PaymentDeps } from '#features/payments/payments/server/api.ts';
import type { AccountDeps } from '#features/people/accounts/server/api.ts';
import type { DocumentDeps } from '#features/site/issued-documents/server/api.ts';
import type { Clock } from '#lib/clock.ts';

export type OrderDeps = {
  payments: PaymentDeps;
  documents: DocumentDeps;
  siteOrigin: string;
};

export type ConsigneeDeps = {
  pool: pg.Pool;
  clock: Clock;
  siteOrigin: string;
  accounts: AccountDeps;
  documents: DocumentDeps;
  /** Decide whether the cars may be imported where the consignee is. */
  rules: RuleBookCache;
};
