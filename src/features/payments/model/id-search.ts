/** Whether what was searched for is a number by which people, cars and bookings go; anything else begins a transaction id. */
export function isId(search: string): boolean {
  return /^\d{1,9}$/.test(search);
}

/** What transaction ids begin with, as a pattern of SQL. They are written in capitals; the letters before the digits may be left out. */
export function transactionPattern(search: string): string {
  const whole = /^\d/.test(search) ? `TR${search}` : search.toUpperCase();
  return `${whole.replace(/[\\%_]/g, '\\$&')}%`;
}
