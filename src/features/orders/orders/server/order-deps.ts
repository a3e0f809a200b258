import type pg from 'pg';
import type { RuleBookCache } from '#features/customs/server/api.ts';
import type { PaymentDeps } from '#features/payments/server/api.ts';
import type { AccountDeps } from '#features/people/server/api.ts';
import type { DocumentDeps } from '#features/site/server/api.ts';
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
