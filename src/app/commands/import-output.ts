import type { WriteStream } from 'node:tty';
import type { Column } from '#features/catalog/stock-import/model/guess-columns.ts';
import { LEFT_OUT_REASONS, type LeftOutReason } from '#features/catalog/stock-import/model/stock-table.ts';
import type { ImportRequest, ImportResult } from '#features/catalog/stock-import/server/import-sheet.ts';
import { plainNumber } from '#lib/plain-text.ts';

const MAX_NAMES = 20;
const DELIMITER_NAMES: Record<string, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'vertical bar' };
const CERTAINTY = {
  certain: 'valid throughout or as declared',
  likely: 'detected; override with --encoding',
  open: 'as declared',
};

/** Returns the report for the terminal: row counts, and how encoding, units and columns were interpreted. */
export function summaryOf({ dryRun, status }: Pick<ImportRequest, 'dryRun' | 'status'>, result: ImportResult): string {
  const { report, plan, source, seller, errorsPath } = result;
  const { money, mileage, engine } = plan;
  const lines = [
    dryRun
      ? `Dry run for ${seller.name}: nothing was written. A real run would do this:`
      : `Imported for ${seller.name}:`,
    countLine('rows in the file', report.rows),
    countLine('listings created', report.created, report.created > 0 ? `status ${status}` : ''),
    countLine('listings updated', report.updated),
    countLine('unchanged', report.unchanged),
    ...(report.closed > 0 ? [countLine('skipped', report.closed, 'sold or rented')] : []),
    countLine('rejected', report.rejected),
    countLine('blank rows', report.blank),
    ...(Object.entries(report.leftOut) as [LeftOutReason, number][]).map(([reason, count]) =>
      countLine('left out', count, LEFT_OUT_REASONS[reason]),
    ),
    countLine('warnings', report.warnings, report.warnings > 0 ? 'a fact was left out or looks wrong' : ''),
    '',
    ...readingLines(source),
    `Prices     ${currenciesOf(money)}${money.times > 1 ? ', in 万 (10,000)' : ''}${money.ignoreSign ? ', signs in cells ignored' : ''}${money.inCells ? ', as marked in the rows' : ''}`,
    ...(plan.columns.has('mileage')
      ? [`Mileage    ${mileage.unit ?? 'as marked in the cells'}${mileage.times > 1 ? ', in 万 (10,000)' : ''}`]
      : []),
    ...(plan.columns.has('engine') ? [`Engines    ${engine ?? 'liters or cc, detected from the value'}`] : []),
    'Columns',
    ...[...plan.columns].map(
      ([fact, columns]) =>
        `  ${fact.padEnd(16)} ${columns.map((column) => columnText(column, columns, report.taken)).join(', else ')}`,
    ),
    ...Object.entries(plan.constants).map(([fact, value]) => `  ${fact.padEnd(16)} always '${value}'`),
    `  ignored          ${plan.unused.map(quoted).join(', ') || 'none'}`,
  ];
  if (report.newMakes.length > 0) lines.push(named('New makes', report.newMakes));
  if (report.newModels.length > 0) lines.push(named('New models', report.newModels));
  if (report.gone.length > 0) lines.push(goneLine(result));
  if (report.byContent > 0) {
    lines.push(
      `${plainNumber(report.byContent)} rows have neither a stock number nor a VIN. They are matched by their whole content, so a changed row becomes a new listing.`,
    );
  }
  lines.push(
    report.rejected + report.warnings > 0 ? `Rejected rows and warnings are in ${errorsPath}` : 'No row was rejected.',
  );
  return lines.join('\n');
}

/** Says how the file was read, and names what a person may not see in it. */
function readingLines({ reading, hiddenRows }: ImportResult['source']): string[] {
  const { encoding, delimiter, workbook, kind } = reading;
  if (!workbook)
    return [
      `Encoding   ${encoding?.name} (${CERTAINTY[encoding?.certainty ?? 'certain']}), ${DELIMITER_NAMES[delimiter ?? ''] ?? ''} between cells`,
    ];
  const list = (names: string[]) => names.map((name) => `'${name}'`).join(', ');
  return [
    `Workbook   ${kind.toUpperCase()}, sheet '${workbook.sheet}'`,
    ...(workbook.otherSheets.length > 0 ? [`Not read   ${list(workbook.otherSheets)}`] : []),
    ...(workbook.hiddenSheets.length > 0 ? [`Hidden     ${list(workbook.hiddenSheets)}, not read`] : []),
    ...(hiddenRows.size > 0 ? [`Hidden     ${plainNumber(hiddenRows.size)} rows: ${rowsText([...hiddenRows])}`] : []),
  ];
}

const rowsText = (rows: number[]) => `${rows.slice(0, MAX_NAMES).join(', ')}${rows.length > MAX_NAMES ? ' …' : ''}`;

function currenciesOf({ currency, rates }: ImportResult['plan']['money']): string {
  const all = currency ? [currency] : Object.keys(rates);
  return all.map((each) => (each === 'USD' ? 'USD' : `${each}, 1 ${each} = ${rates[each]} USD`)).join('; ');
}

const countLine = (name: string, value: number, note = '') =>
  `  ${plainNumber(value).padStart(10)}  ${name}${note && ` (${note})`}`;
const quoted = ({ header, index }: Column) =>
  header.trim() === '' ? `column ${index + 1} without a name` : `'${header.trim()}'`;

function columnText(column: Column, columns: Column[], taken: Map<Column, number>): string {
  return columns.length === 1 ? quoted(column) : `${quoted(column)} (${plainNumber(taken.get(column) ?? 0)} rows)`;
}

function named(title: string, names: string[]): string {
  const more = names.length > MAX_NAMES ? ` and ${plainNumber(names.length - MAX_NAMES)} more` : '';
  return `${title} (${plainNumber(names.length)}): ${names.slice(0, MAX_NAMES).join(', ')}${more}`;
}

/** Names the cars on offer that the file does not have. */
function goneLine({ report: { gone }, paused }: ImportResult): string {
  const names = gone.map(({ stockNumber, make, model, year }) => `${stockNumber} (${year} ${make} ${model})`);
  const hint = paused > 0 ? ` ${plainNumber(paused)} of them were paused.` : ' Add --pause-gone to pause them.';
  return `${named('On offer and not in the file', names)}.${hint}`;
}

type Progress = { rows: number; share: number };

const WIDTH = 30;
const LINE_EVERY_ROWS = 10_000;
const DRAW_EVERY_MS = 100;

/** Redraws a bar in place on a terminal; prints a line per 10,000 rows to any other stream. */
export class ProgressBar {
  readonly #out: WriteStream;
  readonly #startedAt = performance.now();
  #drawnAt = 0;
  #nextLine = LINE_EVERY_ROWS;
  #drawn = false;

  constructor(out: WriteStream) {
    this.#out = out;
  }

  show({ rows, share }: Progress): void {
    if (this.#out.isTTY) this.#draw(rows, share);
    else this.#line(rows);
  }

  end(): void {
    if (this.#drawn) this.#out.write('\n');
    this.#drawn = false;
  }

  #draw(rows: number, share: number): void {
    const now = performance.now();
    if (share < 1 && now - this.#drawnAt < DRAW_EVERY_MS) return;
    this.#drawnAt = now;
    this.#drawn = true;
    const full = Math.round(share * WIDTH);
    const perSecond = Math.round(rows / Math.max(0.001, (now - this.#startedAt) / 1000));
    const bar = '█'.repeat(full) + '░'.repeat(WIDTH - full);
    this.#out.write(
      `\r${bar} ${Math.round(share * 100)} %  ${plainNumber(rows)} rows  ${plainNumber(perSecond)} rows/s\u001b[K`,
    );
  }

  #line(rows: number): void {
    if (rows < this.#nextLine) return;
    this.#nextLine = (Math.floor(rows / LINE_EVERY_ROWS) + 1) * LINE_EVERY_ROWS;
    this.#out.write(`${plainNumber(rows)} rows read\n`);
  }
}
