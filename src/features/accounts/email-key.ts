/** An e-mail address as it is compared: two spellings with the same key are the same account. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}
