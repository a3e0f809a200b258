import type pg from 'pg';
import type { PasswordPolicy } from '../model/password-policy.ts';
import type { PasswordHasher } from './password-hasher.ts';

/** What the use cases of accounts work with. */
export type AccountDeps = {
  pool: pg.Pool;
  hasher: PasswordHasher;
  /** Origin of the links in mails: the operator's setting, never what a request says. */
  siteOrigin: string;
  passwordPolicy: PasswordPolicy;
};
