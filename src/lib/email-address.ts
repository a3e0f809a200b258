/**
 * name@host.tld without characters that could end a mail header or separate two addresses. No label of the host is empty:
 * host.tld. would be a second spelling of host.tld.
 */
const EMAIL =
  /^[^\s\p{Cc}\p{Cf}@<>()[\],;:"\\]+@(?:[^\s\p{Cc}\p{Cf}@<>()[\],;:"\\.]+\.)+[^\s\p{Cc}\p{Cf}@<>()[\],;:"\\.]+$/u;

export function isEmailAddress(text: string): boolean {
  return text.isWellFormed() && EMAIL.test(text);
}

/** Normalizes an address for comparison: addresses with the same key are the same account. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}
