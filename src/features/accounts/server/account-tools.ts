import type pg from 'pg';
import type { WordId } from '#platform/words/words.ts';
import type { PasswordPolicy } from '../password-policy.ts';
import type { PasswordHasher } from './password-hasher.ts';

/** What the use cases of accounts work with. */
export type AccountTools = {
  pool: pg.Pool;
  hasher: PasswordHasher;
  /** Origin of the links in mails: the operator's setting, never what a request says. */
  siteOrigin: string;
  passwordPolicy: PasswordPolicy;
};

/** How an account call ended: with words for the person and, where it was refused, the fields at fault. */
export type Outcome = { done: boolean; say: WordId; fields?: Record<string, WordId> };

export const done = (say: WordId): Outcome => ({ done: true, say });
export const refused = (say: WordId, field?: string): Outcome => ({
  done: false,
  say,
  ...(field !== undefined && { fields: { [field]: say } }),
});
