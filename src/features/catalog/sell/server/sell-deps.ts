import type pg from 'pg';
import type { MediaDeps } from '#features/site/server/api.ts';

export type SellDeps = {
  pool: pg.Pool;
  media: MediaDeps;
  /** Origin of the links in emails. */
  siteOrigin: string;
  unconfirmedMayTrade: boolean;
};
