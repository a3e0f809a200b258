import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { utils, write } from '@e965/xlsx';
import { expect, test } from 'vitest';
import { afterFile } from '../../../../../tests/support/runner/after-file.ts';
import type { StatementMapping } from '../model/statement-mapping.ts';
import { type Refusal, RefusedFile } from './decode-file.ts';
import { readStatementFile } from './read-statement-file.ts';
import { StatementThreads } from './statement-threads.ts';

const newThreads = (options?: ConstructorParameters<typeof StatementThreads>[0]) => {
  const threads = new StatementThreads(options);
  afterFile(() => threads.close());
  return threads;
};
const threads = newThreads();

const MAPPING: StatementMapping = {
  name: 'Bank',
  columns: { date: 'Date', text: 'Text', amount: 'Amount' },
  hasHeader: true,
  sheet: null,
  encoding: 'utf-8',
  delimiter: ',',
  decimalSign: '.',
  dateOrder: 'YMD',
  account: 'DEMO0000000001234',
  currency: 'USD',
  unsigned: null,
  ignored: [],
  meanings: {},
};
const lines = (count: number) =>
  Array.from({ length: count }, (_, at) => ['2026-11-02', `Transfer ${at} from a buyer`, at % 2 ? 5.25 : -6.5]);
const csv = (rows: unknown[][]) =>
  Buffer.from([['Date', 'Text', 'Amount'], ...rows].map((cells) => cells.join(',')).join('\n'));

test('returns the statement, or the preview, as a reading without a thread does', async () => {
  const file = csv(lines(3));
  expect(await threads.read(file, MAPPING)).toEqual(readStatementFile(file, MAPPING));
  expect(await threads.read(file, null)).toEqual(readStatementFile(file, null));
});

const REFUSED: [string, Buffer, StatementMapping, Refusal['values']][] = [
  ['a PDF', Buffer.from('%PDF-1.7'), MAPPING, null],
  [
    'a table without a column',
    csv(lines(3)),
    { ...MAPPING, columns: { ...MAPPING.columns, amount: 'Sum' } },
    { columns: ['Sum'] },
  ],
  [
    'rows that cannot be read',
    csv([['x', 'y', 'z']]),
    MAPPING,
    { row: '2', problem: { messageKey: 'statements.row.date' } },
  ],
];

test.each(REFUSED)('refuses %s with the sentence of a reading without a thread', async (_, file, mapping, values) => {
  const error = await threads.read(file, mapping).catch((reason) => reason);
  expect(error).toBeInstanceOf(RefusedFile);
  expect(error.refusal.values).toEqual(values);
  expect(() => readStatementFile(file, mapping)).toThrow(error.message);
});

test.each([
  ['time', { readingMs: 1 }],
  ['memory', { memoryMb: 40 }],
])('refuses a file that needs more %s than there is', async (_, limits) => {
  const reading = newThreads(limits).read(csv(lines(90_000)), MAPPING);
  await expect(reading).rejects.toMatchObject({ refusal: { messageKey: 'statements.file.tooComplex' } });
});

// In the thread of the server this file takes more than a second.
test('lets the server answer while a workbook of 30,000 lines is read', async () => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Date', 'Text', 'Amount'], ...lines(30_000)]), 'Sheet1');
  const file = write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer;
  await threads.read(csv(lines(1)), MAPPING);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  await setTimeout(20);
  const read = await threads.read(file, MAPPING);
  // A delay is noted when it has ended.
  await setTimeout(20);
  delay.disable();
  expect('statements' in read && read.statements[0]?.lines.length).toBe(30_000);
  expect(delay.max / 1e6).toBeLessThan(700);
});
