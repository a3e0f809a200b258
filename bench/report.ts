/** Prints rows as a table, with text aligned left and numbers aligned right. */
export function table(title: string, headers: string[], rows: (string | number)[][]): void {
  const texts = [headers, ...rows.map((row) => row.map(formatCell))];
  const widths = headers.map((_, index) => Math.max(...texts.map((row) => row[index]?.length ?? 0)));
  console.log(`\n${title}`);
  for (const row of texts) {
    console.log(
      row.map((cell, index) => (index === 0 ? cell.padEnd(widths[index]!) : cell.padStart(widths[index]!))).join('  '),
    );
  }
}

function formatCell(value: string | number): string {
  return typeof value === 'string'
    ? value
    : value.toLocaleString('en-US', { maximumFractionDigits: value < 20 ? 2 : 0 });
}
