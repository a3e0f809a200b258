/** Text, at sign, text, dot, text; nothing that could end a mail header or make one address into two. */
const EMAIL = /^[^\s\p{Cc}\p{Cf}@<>()[\],;:"\\]+@[^\s\p{Cc}\p{Cf}@<>()[\],;:"\\]+\.[^\s\p{Cc}\p{Cf}@<>()[\],;:"\\]+$/u;

/** Whether what was typed can be an e-mail address. */
export function isEmailAddress(text: string): boolean {
  return text.isWellFormed() && EMAIL.test(text);
}

/** Normalized form for comparison: two spellings with the same key are the same account. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}
