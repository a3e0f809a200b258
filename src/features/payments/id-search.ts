/** Whether what was searched for is a number by which people, cars and bookings go; anything else begins a transaction id. */
export function isId(search: string): boolean {
  return /^\d{1,15}$/.test(search);
}

/** What transaction ids begin with, as a pattern of SQL. They are written in capitals. */
export function transactionPattern(search: string): string {
  return `${search.toUpperCase().replace(/[\\%_]/g, '\\$&')}%`;
}
