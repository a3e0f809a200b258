/** YYYY-MM-DD, with the time if it is not midnight. */
export function isoDay(text: string): string {
  const [day = '', time = ''] = text.slice(0, 19).split('T');
  return /^(?:00:00(?::00)?)?$/.test(time) ? day : `${day} ${time}`;
}

/** Spreadsheets calculate with 15 digits; 0.1 + 0.2 is stored as 0.30000000000000004. */
export function plainNumber(value: number): string {
  if (!Number.isFinite(value)) return '';
  const text = String(Number(value.toPrecision(15)));
  if (!text.includes('e')) return text;
  return Math.abs(value) < 1 ? value.toFixed(20).replace(/0+$/, '') : BigInt(Math.round(value)).toString();
}
