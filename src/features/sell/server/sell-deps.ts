import type pg from 'pg';
import type { MediaDeps } from '#features/media/server/api.ts';

/** What the use cases of selling work with. */
export type SellDeps = {
  pool: pg.Pool;
  media: MediaDeps;
  /** Origin of the links in mails. */
  siteOrigin: string;
  unconfirmedMayTrade: boolean;
};
