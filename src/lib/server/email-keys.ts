import { domainToUnicode } from 'node:url';
import { emailKey } from '#lib/email-address.ts';

/**
 * Returns the keys under which an address may be stored. Rows from before keys were canonical have the host in its own script, or a dot
 * after it. The key as it was typed comes first.
 */
export function emailKeys(email: string): string[] {
  const key = emailKey(email);
  const at = key.lastIndexOf('@') + 1;
  const unicode = key.slice(0, at) + domainToUnicode(key.slice(at));
  const typed = email.trim().normalize('NFKC').toLowerCase();
  return [...new Set([typed, key, unicode, `${key}.`, `${unicode}.`])];
}
