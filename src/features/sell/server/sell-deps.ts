import type pg from 'pg';
import type { MediaTools } from '#features/media/server/api.ts';

/** What the use cases of selling work with. */
export type SellTools = {
  pool: pg.Pool;
  media: MediaTools;
  /** Origin of the links in mails. */
  siteOrigin: string;
  unconfirmedMayTrade: boolean;
};
