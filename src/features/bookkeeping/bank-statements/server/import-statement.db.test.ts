import { utils, write } from '@e965/xlsx';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { enterBankAccount } from '../../../../../tests/support/bookkeeping/bank-account.ts';
import {
  ACCOUNT,
  type CamtFile,
  camtDocument,
  camtFile,
  camtStatement,
} from '../../../../../tests/support/bookkeeping/camt-files.ts';
import { signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { getJson, postForm, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import { statementDifferences } from './statement-differences.ts';

let app: FastifyInstance;
let pool: pg.Pool;
let admin: { id: number; cookie: string };

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool);
  admin = await signInAdmin(pool);
  await enterBankAccount(pool);
});
/** Each test uses different days. */
let day = '';
let days = 0;
beforeEach(() => {
  day = new Date(Date.UTC(2020, 0, 1 + 10 * ++days)).toISOString().slice(0, 10);
});

const send = (bytes: Buffer | string, fields: Record<string, string> = {}) =>
  postForm(
    app,
    '/api/admin/statements',
    [...Object.entries(fields), ['file', new File([bytes as BlobPart], 'statement.xml')]] as [string, string | File][],
    { cookie: admin.cookie },
  );
const file = (change: Partial<CamtFile> & Pick<CamtFile, 'entries'>) => camtFile({ day, number: day, ...change });
const linesOf = async (search: string) =>
  (await getJson(app, `/api/admin/statements/lines?search=${encodeURIComponent(search)}`, admin.cookie)).body.items;
const counted = async () => {
  const { rows } = await pool.query(
    `select (select count(*) from statement_files) as files, (select count(*) from bank_statements) as statements,
       (select count(*) from statement_lines) as lines, (select count(*) from ledger_entries) as entries,
       (select coalesce(sum(cents), 0) from ledger_lines where account = 'bank') as bank,
       (select coalesce(sum(cents), 0) from statement_lines) as booked`,
  );
  return rows[0] as Record<'files' | 'statements' | 'lines' | 'entries' | 'bank' | 'booked', number>;
};
const agrees = async () => expect(await statementDifferences(pool)).toEqual([]);

describe('camt.053', () => {
  test('a dry run says what an import would do and stores nothing; the import posts every line to the bank account', async () => {
    const before = await counted();
    const bytes = file({
      opening: '100.00',
      closing: '595.50',
      entries: [
        { amount: '500.00', reference: `${day}A`, name: 'Amina Otieno', text: 'CQ-000001' },
        { amount: '4.50', out: true, reference: `${day}B`, info: 'Fee' },
        { amount: '9.00', status: 'PDNG', reference: `${day}C` },
      ],
    });
    const checked = await send(bytes, { dry_run: 'true' });
    expect(checked).toMatchObject({
      status: 200,
      body: {
        outcome: 'checked',
        format: 'camt.053',
        already_imported: false,
        statements: [{ account: ACCOUNT, new_lines: 2, known_lines: 0, pending_lines: 1, missing_before: false }],
        lines: [{ cents: 50_000, counterparty: 'Amina Otieno' }, { cents: -450 }],
      },
    });
    expect(await counted()).toEqual(before);

    expect((await send(bytes)).body).toMatchObject({ outcome: 'imported', statements: [{ new_lines: 2 }] });
    const after = await counted();
    expect(after).toMatchObject({ files: before.files + 1, lines: before.lines + 2, entries: before.entries + 2 });
    expect(after.bank - before.bank).toBe(49_550);
    expect(await linesOf(`${day}A`)).toMatchObject([{ state: 'open', cents: 50_000, text: 'CQ-000001', matches: [] }]);
    await agrees();
  });

  test('the same file, and overlapping statements, change nothing twice', async () => {
    const one = { amount: '1.00', text: `${day} equal` };
    const entries = [one, one, { amount: '2.00', reference: `${day}R` }];
    await send(file({ entries }));
    const before = await counted();
    expect((await send(file({ entries }))).body).toMatchObject({
      already_imported: true,
      statements: [{ new_lines: 0 }],
    });
    expect((await send(`${file({ entries })}\n`)).body).toMatchObject({
      already_imported: false,
      statements: [{ new_lines: 0, known_lines: 3 }],
    });
    const more = file({
      number: 'week',
      entries: [one, ...entries, { amount: '3.00', out: true, reference: `${day}R` }],
    });
    expect((await send(more)).body.statements).toMatchObject([{ new_lines: 2, known_lines: 3 }]);
    const after = await counted();
    expect(after).toMatchObject({ lines: before.lines + 2, bank: before.bank - 200 });
    await agrees();
  });

  test('of simultaneous imports of one file, one stores it', async () => {
    const before = await counted();
    const bytes = file({
      entries: [
        { amount: '7.00', text: day },
        { amount: '8.00', reference: `${day}X` },
      ],
    });
    const other = file({ number: 'other', entries: [{ amount: '8.00', reference: `${day}X` }] });
    const answers = await Promise.all([bytes, bytes, other, bytes, other].map((each) => send(each)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const fresh = answers.flatMap(({ body }) => body.statements.map((each: { new_lines: number }) => each.new_lines));
    expect(fresh.reduce((sum: number, each: number) => sum + each, 0)).toBe(2);
    const after = await counted();
    expect(after).toMatchObject({ files: before.files + 2, lines: before.lines + 2, bank: before.bank + 1_500 });
    await agrees();
  });

  test('waits until another import has ended', async () => {
    const other = await pool.connect();
    await other.query('begin; select pg_advisory_xact_lock(7263431)');
    let answered = false;
    const sent = send(file({ entries: [{ amount: '1.00', reference: `${day}L` }] })).finally(() => {
      answered = true;
    });
    const isWaiting =
      "select count(*) as n from pg_stat_activity where wait_event = 'advisory' and datname = current_database()";
    await expect.poll(async () => (await other.query(isWaiting)).rows[0].n).toBe(1);
    expect(answered).toBe(false);
    await other.query('commit');
    other.release();
    expect((await sent).body).toMatchObject({ outcome: 'imported', statements: [{ new_lines: 1 }] });
  });

  test('a second statement of a day may have entries that look like those of the first', async () => {
    const entries = [{ amount: '5.00', text: `${day} alike` }];
    await send(file({ number: `${day}-1`, opening: '10', closing: '15', entries }));
    const second = await send(file({ number: `${day}-2`, opening: '15', closing: '20', entries }));
    expect(second.body.statements).toMatchObject([{ new_lines: 1, missing_before: false }]);
    expect(
      (await send(`${file({ number: `${day}-2`, opening: '15', closing: '20', entries })} `)).body.statements,
    ).toMatchObject([{ new_lines: 0 }]);
    const whole = file({ number: 'day', opening: '10', closing: '20', entries: [...entries, ...entries] });
    expect((await send(whole)).body.statements).toMatchObject([{ new_lines: 0, known_lines: 2 }]);
    const both = [3, 4].map((n) =>
      camtStatement('08', { day, number: `${day}-${n}`, opening: `${5 + n * 5}`, closing: `${10 + n * 5}`, entries }),
    );
    expect((await send(camtDocument('08', both.join('')))).body.statements).toMatchObject([
      { new_lines: 1 },
      { new_lines: 1 },
    ]);
    await agrees();
  });

  test('says that a statement is missing, until it is imported', async () => {
    const days = [0, 1, 2].map((add) => new Date(Date.parse(day) + add * 86_400_000).toISOString().slice(0, 10));
    const statements = days.map((each, n) =>
      file({
        day: each,
        number: `M${each}`,
        opening: `${1_000 + n}`,
        closing: `${1_001 + n}`,
        entries: [{ amount: '1', text: each }],
      }),
    );
    await send(statements[0] as Buffer);
    expect((await send(statements[2] as Buffer)).body.statements).toMatchObject([{ missing_before: true }]);
    const newest = async () => (await getJson(app, '/api/admin/statements', admin.cookie)).body.items;
    expect((await newest())[0]).toMatchObject({ number: `M${days[2]}`, missing_before: true, lines: 1 });
    await send(statements[1] as Buffer);
    expect((await newest()).slice(0, 2)).toMatchObject([{ missing_before: false }, { missing_before: false }]);
  });

  test.each([
    ['another account', { account: 'GB33BUKB20201555555555' }, 'not one of our bank accounts'],
    ['another currency', { currency: 'EUR' }, 'This statement is in EUR'],
    ['a sum that is wrong', { opening: '1', closing: '1' }, 'do not add up'],
  ])('refuses %s and changes nothing', async (_what, change, words) => {
    const before = await counted();
    const answer = await send(file({ entries: [{ amount: '5.00' }], ...change }));
    expect(answer).toMatchObject({ status: 422, body: { message: expect.stringContaining(words) } });
    expect(await counted()).toEqual(before);
  });

  test('refuses a reference that comes again with another amount', async () => {
    await send(file({ entries: [{ amount: '5.00', reference: `${day}S` }] }));
    const before = await counted();
    const entries = [
      { amount: '1.00', reference: `${day}T` },
      { amount: '6.00', reference: `${day}S` },
    ];
    expect(await send(file({ number: 'again', entries }))).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('with another amount') },
    });
    expect(await counted()).toEqual(before);
  });

  test('keeps the bytes, and refuses to change what was imported', async () => {
    const bytes = file({ entries: [{ amount: '5.00' }] });
    await send(bytes);
    const { rows } = await pool.query('select content, imported_by from statement_files order by id desc limit 1');
    expect(rows[0].content.equals(bytes)).toBe(true);
    expect(rows[0].imported_by).toBe(admin.id);
    for (const table of ['statement_files', 'bank_statements', 'statement_lines'])
      await expect(pool.query(`delete from ${table}`)).rejects.toThrow();
    await expect(pool.query('update statement_lines set cents = 1')).rejects.toThrow();
    const audit = await pool.query(
      "select details from audit_log where action = 'statement imported' order by id desc limit 1",
    );
    expect(audit.rows[0].details).toMatchObject({ format: 'camt.053', newLines: 1 });
  });
});

describe('text tables', () => {
  const mapping = {
    name: 'Table',
    account: ACCOUNT,
    encoding: 'utf-8',
    delimiter: ';',
    decimalSign: ',',
    dateOrder: 'YMD',
    unsigned: 'minus',
    columns: { date: 'Date', amount: 'Amount', payer: 'Name', text: 'Text' },
  };
  const table = (...rows: string[]) => ['Date;Name;Text;Amount', ...rows].join('\n');

  test('without a mapping shows the beginning, with a guess and the mappings that fit', async () => {
    const saved = await postJson(
      app,
      '/api/admin/statements/mappings',
      { ...mapping, name: 'Fits' },
      { cookie: admin.cookie },
    );
    expect(saved).toMatchObject({ status: 200, body: { name: 'Fits', account: ACCOUNT } });
    const before = await counted();
    const answer = await send(table(`${day};A;CQ-000001;1,00`));
    expect(answer.body).toMatchObject({
      outcome: 'mapping_needed',
      preview: {
        delimiter: ';',
        header: ['Date', 'Name', 'Text', 'Amount'],
        columns: mapping.columns,
        fits: [saved.body.id],
      },
    });
    expect(await counted()).toEqual(before);
    const imported = await send(table(`${day};A;CQ-000001;1,00`), { mapping_id: String(saved.body.id) });
    expect(imported.body).toMatchObject({ outcome: 'imported', format: 'csv', statements: [{ new_lines: 1 }] });
    await agrees();
  });

  test('imports by a mapping that is saved with it; longer exports of the same days add what is new', async () => {
    const fields = { mapping: JSON.stringify({ ...mapping, name: 'Saved with it' }) };
    const rows = [`${day};A;one;1,00`, `${day};A;one;1,00`, `${day};Bank;fee;-0,50`];
    expect((await send(table(...rows), fields)).body.statements).toMatchObject([{ new_lines: 3 }]);
    expect((await send(table(...rows, `${day};C;two;2,00`), fields)).body.statements).toMatchObject([
      { new_lines: 1, known_lines: 3 },
    ]);
    const { items, accounts } = (await getJson(app, '/api/admin/statements/mappings', admin.cookie)).body;
    expect(items.filter(({ name }: { name: string }) => name === 'Saved with it')).toHaveLength(1);
    expect(accounts).toEqual([ACCOUNT]);
    await agrees();
  });

  test('imports nothing if a row cannot be read, unless such rows are left out', async () => {
    const fields = { mapping: JSON.stringify(mapping) };
    const bytes = table(`${day};A;good;1,00`, `${day};A;bad;1e3`, `${day};Sum;;x`);
    expect((await send(bytes, { ...fields, dry_run: 'true' })).body).toMatchObject({
      refused: [
        { row: 3, problem: 'amount' },
        { row: 4, problem: 'amount' },
      ],
      refused_count: 2,
      statements: [{ new_lines: 1 }],
    });
    const before = await counted();
    expect(await send(bytes, fields)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('2 rows') },
    });
    expect(await counted()).toEqual(before);
    expect((await send(bytes, { ...fields, leave_out: 'true' })).body).toMatchObject({ outcome: 'imported' });
  });

  test('knows the lines of a table in any later file: saved again, as a workbook, and as camt.053', async () => {
    const columns = { date: 'Date', text: 'Details', amount: 'Sum', balance: 'Balance' };
    const fields = { mapping: JSON.stringify({ ...mapping, delimiter: ',', decimalSign: '.', name: 'Kept', columns }) };
    const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
    const rows = (...all: string[]) => ['Date,Details,Sum,Balance', ...all].join('\n');
    const first = rows(`${day},INWARD TT CQ-000951 LAKEVIEW,1500.00,2500.00`, `${next},TT CHARGE,-35.00,2465.00`);
    expect((await send(first, fields)).body.statements).toMatchObject([{ new_lines: 2 }]);
    const before = await counted();
    const savedAgain = rows(`${day},INWARD TT CQ-000951 LAKEVIEW,1500,2500`, `${next},TT CHARGE,-35,2465`);
    expect((await send(savedAgain, fields)).body.statements).toMatchObject([{ new_lines: 0, known_lines: 2 }]);
    const longer = rows(
      `${next},TT CHARGE FOR CQ-000951,-35,2465`,
      `${day},INWARD TT CQ-000951 LAKEVIEW MOTORS LTD,1500,2500`,
    );
    expect((await send(longer, fields)).body.statements).toMatchObject([{ new_lines: 0, known_lines: 2 }]);
    const book = utils.book_new();
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet(
        savedAgain.split('\n').map((row) => row.split(',').map((cell) => (/^-?\d+$/.test(cell) ? Number(cell) : cell))),
      ),
      'A',
    );
    const workbook = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
    expect((await send(workbook, fields)).body).toMatchObject({
      format: 'xlsx',
      statements: [{ new_lines: 0, known_lines: 2 }],
    });
    const camt = file({
      toDay: next,
      opening: '1000.00',
      closing: '2465.00',
      entries: [
        { amount: '1500.00', reference: `${day}T`, name: 'Lakeview Motors', text: 'CQ-000951' },
        { amount: '35.00', out: true, day: next, info: 'Fee' },
      ],
    });
    expect((await send(camt)).body.statements).toMatchObject([{ new_lines: 0, known_lines: 2 }]);
    expect(await counted()).toMatchObject({ lines: before.lines, entries: before.entries, bank: before.bank });
    await agrees();
  });

  test('asks about a line that may be stored already, and imports nothing before the answer', async () => {
    await send(file({ entries: [{ amount: '1.00', reference: `${day}K`, text: 'one transfer' }] }));
    const fields = { mapping: JSON.stringify(mapping) };
    const bytes = table(`${day};A;other words;1,00`);
    const checked = await send(bytes, { ...fields, dry_run: 'true' });
    expect(checked.body).toMatchObject({
      statements: [{ new_lines: 0, known_lines: 0 }],
      asked: [{ cents: 100, text: 'A · other words', stored_text: 'one transfer', stored_file: 'statement.xml' }],
    });
    const { key } = checked.body.asked[0];
    const before = await counted();
    expect(await send(bytes, fields)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('Answer') },
    });
    expect(await counted()).toEqual(before);
    const other = await send(bytes, { ...fields, same: JSON.stringify({ [key]: false }) });
    expect(other.body).toMatchObject({ outcome: 'imported', statements: [{ new_lines: 1 }] });
    expect(await counted()).toMatchObject({ lines: before.lines + 1, bank: before.bank + 100 });
    await agrees();
  });

  test('keeps what a person said about columns and words with the mapping', async () => {
    const said = {
      ...mapping,
      name: 'Said',
      ignored: ['Branch'],
      meanings: { kred: 'in' },
      columns: { ...mapping.columns, direction: 'Art' },
    };
    await postJson(app, '/api/admin/statements/mappings', said, { cookie: admin.cookie });
    const { items } = (await getJson(app, '/api/admin/statements/mappings', admin.cookie)).body;
    expect(items).toContainEqual(
      expect.objectContaining({ name: 'Said', ignored: ['Branch'], meanings: { kred: 'in' }, hasHeader: true }),
    );
  });

  test.each([
    ['no JSON', { mapping: '{' }],
    ['no date', { mapping: JSON.stringify({ ...mapping, columns: { amount: 'Amount' } }) }],
    [
      'two kinds of amounts',
      { mapping: JSON.stringify({ ...mapping, columns: { date: 'Date', amount: 'A', credit: 'B', debit: 'C' } }) },
    ],
    ['no account', { mapping: JSON.stringify({ ...mapping, account: 'x' }) }],
    ['another dry run', { dry_run: 'maybe' }],
  ])('refuses a mapping with %s', async (_what, fields) => {
    expect((await send(table(`${day};A;x;1,00`), fields)).status).toBe(400);
  });
});

test('refuses a form without a file, and a file that is too large', async () => {
  expect((await postForm(app, '/api/admin/statements', [['dry_run', 'true']], { cookie: admin.cookie })).status).toBe(
    400,
  );
  expect((await send(Buffer.alloc(10 * 1024 * 1024 + 1, 0x20))).status).toBe(413);
  expect((await send(Buffer.alloc(0))).status).toBe(422);
});
