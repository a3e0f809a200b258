/** Whether the search text is the id of a user, car or booking; other text is the start of a transaction id. */
export function isId(search: string): boolean {
  return /^\d{1,9}$/.test(search);
}

/** Returns the SQL LIKE pattern for a transaction id prefix, in any letter case, with or without the leading `TR`. */
export function transactionPattern(search: string): string {
  const prefix = /^\d/.test(search) ? `TR${search}` : search.toUpperCase();
  return `${prefix.replace(/[\\%_]/g, '\\$&')}%`;
}
