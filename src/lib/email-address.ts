/**
 * name@host.tld without characters that could end a mail header or separate two addresses. No label of the host is empty:
 * host.tld. would be a second spelling of host.tld.
 */
const EMAIL =
  /^[^\s\p{Cc}\p{Cf}@<>()[\],;:"\\]+@(?:[^\s\p{Cc}\p{Cf}@<>()[\],;:"\\.]+\.)+[^\s\p{Cc}\p{Cf}@<>()[\],;:"\\.]+$/u;

export function isEmailAddress(text: string): boolean {
  return text.isWellFormed() && EMAIL.test(text);
}

/**
 * Normalizes an address for comparison: addresses with the same key are the same mailbox. The host is without final dots, and in ASCII
 * (IDNA) if it has other letters.
 */
export function emailKey(email: string): string {
  const key = email.trim().normalize('NFKC').toLowerCase();
  const at = key.lastIndexOf('@') + 1;
  if (at === 0) return key;
  const host = key.slice(at).replace(/\.+$/, '');
  const ascii = /[^\0-\x7f]/.test(host) ? URL.parse(`http://${host}`)?.hostname : host;
  return key.slice(0, at) + (ascii ?? host);
}
