import type pg from 'pg';
import type { SecretBox } from '#lib/server/secrets/secret-box.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { PasswordPolicy } from './password-policy.ts';

export type AccountDeps = {
  pool: pg.Pool;
  hasher: PasswordHasher;
  /** Encrypts secrets of the database. */
  secrets: SecretBox;
  /** Origin of links in emails: from the PUBLIC_URL setting, never from a request header. */
  siteOrigin: string;
  passwordPolicy: PasswordPolicy;
  /** Legal name of the operator, which is reserved; empty until it is entered. */
  operatorName(): Promise<string>;
};
