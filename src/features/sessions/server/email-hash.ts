import { createHash } from 'node:crypto';
import { emailKey } from '#lib/email-address.ts';

/** An e-mail address as limits count it: they keep no address. */
export function emailHash(email: string): string {
  return createHash('sha256').update(emailKey(email)).digest('base64url');
}
