import { createHash } from 'node:crypto';
import { emailKey } from '#lib/email-address.ts';

/** Key of an email address in rate limit counters, which store no addresses. */
export function emailHash(email: string): string {
  return createHash('sha256').update(emailKey(email)).digest('base64url');
}
