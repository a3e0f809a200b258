import type pg from 'pg';
import type { DocumentKeys } from './document-keys.ts';

export type DocumentDeps = {
  pool: pg.Pool;
  keys: DocumentKeys;
  /** IANA name of the zone in which the issuer's days and years begin. */
  timeZone: string;
  /** Origin of the site, for the address in the QR code. */
  siteOrigin: string;
};
