/** Prints rows as a table, text to the left, figures to the right. */
export function table(title: string, heads: string[], rows: (string | number)[][]): void {
  const texts = [heads, ...rows.map((row) => row.map(shown))];
  const widths = heads.map((_, at) => Math.max(...texts.map((row) => row[at]?.length ?? 0)));
  console.log(`\n${title}`);
  for (const row of texts) {
    console.log(row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join('  '));
  }
}

function shown(value: string | number): string {
  return typeof value === 'string'
    ? value
    : value.toLocaleString('en-US', { maximumFractionDigits: value < 20 ? 2 : 0 });
}
