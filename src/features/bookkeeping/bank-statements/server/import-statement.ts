import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { postStatementLines } from '#features/payments/server/api.ts';
import { actingAdmin, audit } from '#features/people/server/api.ts';
import { BOOKS_CURRENCY } from '#lib/i18n/currency.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import type { UploadedFile } from '#lib/server/http/uploads/multipart.ts';
import type { ImportResponse, StatementMappingBody } from '../model/import-contract.ts';
import { cleanText, LEFT_OUT_REASONS, TABLE_FORMATS } from '../model/statement.ts';
import { refusedFile, refusedWith } from './decode-file.ts';
import { type PlannedStatement, planImport } from './plan-import.ts';
import { fitting, type ReadFile, savedSheets } from './read-statement-file.ts';
import {
  fileOfHash,
  findMapping,
  insertFile,
  insertLines,
  insertMapping,
  insertStatement,
  lockImports,
} from './statement-store.ts';
import type { StatementThreads } from './statement-threads.ts';

const BATCH = 2_000;
const SHOWN_ROWS = 50;
const SHOWN_LINES = 8;
const LOCK_TIMEOUTS = ['55P03', '57014'];

type ImportRequest = {
  /** Only says what an import would do. */
  isDryRun: boolean;
  /** Imports the rest if rows of a table cannot be read. */
  leavesOut: boolean;
  mappingId: number | null;
  /** A mapping that is saved together with the import. */
  mapping: StatementMappingBody | null;
  /** The sheet that the preview of a workbook shows. */
  sheet: string | null;
  /** Whether each line that was asked about is the stored one, by its key. */
  same: Record<string, boolean>;
};

export type ImportDeps = { pool: pg.Pool; threads: Pick<StatementThreads, 'read'> };

/**
 * Imports the statements of a file: all of it or nothing. Lines and files that were imported before change nothing. A text table
 * without a mapping returns its preview.
 */
export async function importStatement(
  { pool, threads }: ImportDeps,
  adminId: number,
  upload: UploadedFile,
  request: ImportRequest,
  origin: Origin,
): Promise<ImportResponse> {
  const content = await readFile(upload.path);
  const sha256 = createHash('sha256').update(content).digest();
  if (content.length === 0) throw refusedFile('statements.file.empty');
  const known = request.mappingId === null ? null : await findMapping(pool, request.mappingId);
  const mapping = request.mapping ?? known;
  const saved = mapping === null ? await savedSheets(pool) : [];
  const file = await threads.read(content, mapping, { chosen: request.sheet, saved });
  if ('preview' in file) {
    const { kind, otherSheets, hiddenRows, hasHeader, dateOrder, decimalSign, isUnsigned, isSheetOpen, ...preview } =
      file.preview;
    return {
      ...EMPTY,
      outcome: 'mapping_needed',
      format: kind === 'text' ? 'csv' : kind,
      preview: {
        ...preview,
        other_sheets: otherSheets,
        hidden_rows: hiddenRows,
        has_header: hasHeader,
        date_order: dateOrder,
        decimal_sign: decimalSign,
        is_unsigned: isUnsigned,
        is_sheet_open: isSheetOpen,
        fits: await fitting(pool, file.preview),
      },
    };
  }
  if (request.isDryRun) {
    const plan = await planImport(pool, file, request.same);
    return responseOf('checked', file, plan, (await fileOfHash(pool, sha256)) !== null);
  }
  if (file.refused.length > 0 && !request.leavesOut) {
    const count = file.refused.length;
    throw refusedWith(`${count} rows cannot be read`, (t) => t('statements.file.rows', { count }));
  }
  try {
    return await withTransaction(pool, async (db) => {
      await lockImports(db);
      const plan = await planImport(db, file, request.same);
      if ((await fileOfHash(db, sha256)) !== null) return responseOf('imported', file, plan, true);
      const count = plan.reduce((sum, { asked }) => sum + asked.length, 0);
      if (count > 0) throw refusedWith(`${count} lines are asked about`, (t) => t('statements.file.asked', { count }));
      const mappingId = await mappingOf(db, adminId, file, request);
      const filename = cleanText(upload.filename, 200) ?? '';
      const { format, scheme } = file;
      const fileId = await insertFile(db, {
        sha256,
        content,
        filename,
        format,
        scheme,
        mappingId,
        importedBy: adminId,
      });
      for (const planned of plan) await store(db, fileId, planned);
      await audit(db, origin, {
        actor: actingAdmin(adminId),
        action: 'statement imported',
        subject: { kind: 'statement', id: fileId },
        details: {
          format,
          sha256: sha256.toString('hex'),
          statements: plan.length,
          newLines: plan.reduce((sum, { fresh }) => sum + fresh.length, 0),
          leftOut: file.refused.length,
        },
      });
      return responseOf('imported', file, plan, false);
    });
  } catch (error) {
    if (LOCK_TIMEOUTS.includes((error as { code?: string }).code ?? ''))
      throw refusedFile('statements.file.busy', error);
    throw error;
  }
}

async function mappingOf(
  db: Queryable,
  adminId: number,
  { format }: ReadFile,
  { mapping, mappingId }: ImportRequest,
): Promise<number | null> {
  if (!TABLE_FORMATS.some((each) => each === format)) return null;
  return mapping ? insertMapping(db, adminId, mapping) : mappingId;
}

/**
 * Stores a statement with the lines that are new. Lines that a later file adds become a separate statement with its own confirmation. Each
 * line in US dollars has its entry in the ledger; others are posted when they are matched.
 */
async function store(db: Queryable, fileId: number, { statement, fresh, isStored }: PlannedStatement): Promise<void> {
  if (isStored && fresh.length === 0) return;
  const id = await insertStatement(db, fileId, statement);
  for (let at = 0; at < fresh.length; at += BATCH) {
    const lines = await insertLines(db, id, statement, fresh.slice(at, at + BATCH));
    if (statement.currency === BOOKS_CURRENCY) await postStatementLines(db, lines);
  }
}

const EMPTY = {
  already_imported: false,
  preview: null,
  statements: [],
  lines: [],
  refused: [],
  refused_count: 0,
  left_out: [],
  other_accounts: [],
  asked: [],
} satisfies Partial<ImportResponse>;

function responseOf(
  outcome: 'checked' | 'imported',
  { format, refused, leftOut, otherAccounts }: ReadFile,
  plan: PlannedStatement[],
  isKnown: boolean,
): ImportResponse {
  return {
    outcome,
    format,
    already_imported: isKnown,
    preview: null,
    statements: plan.map(({ statement, fresh, asked, isMissingBefore }) => ({
      account: statement.account,
      currency: statement.currency,
      number: statement.number,
      from_on: statement.fromOn,
      to_on: statement.toOn,
      opening_cents: statement.openingCents,
      closing_cents: statement.closingCents,
      new_lines: fresh.length,
      known_lines: statement.lines.length - fresh.length - asked.length,
      pending_lines: statement.pending,
      missing_before: isMissingBefore,
    })),
    lines: plan
      .flatMap(({ fresh, statement: { currency } }) => fresh.map((line) => ({ ...line, currency })))
      .slice(0, SHOWN_LINES)
      .map(({ bookedOn, ...line }) => ({
        booked_on: bookedOn,
        cents: line.cents,
        currency: line.currency,
        counterparty: line.counterparty,
        text: line.text,
      })),
    refused: refused.slice(0, SHOWN_ROWS),
    refused_count: refused.length,
    left_out: LEFT_OUT_REASONS.flatMap((reason) => {
      const rows = leftOut.filter((each) => each.reason === reason);
      return rows[0] ? [{ reason, rows: rows.length, first: rows[0].row }] : [];
    }),
    other_accounts: otherAccounts.slice(0, SHOWN_ROWS),
    asked: plan.flatMap(({ asked, statement: { currency } }) =>
      asked.slice(0, SHOWN_ROWS).map(({ key, line, stored }) => ({
        key,
        booked_on: line.bookedOn,
        cents: line.cents,
        currency,
        text: [line.counterparty, line.text].filter(Boolean).join(' · '),
        stored_text: [stored.counterparty, stored.text].filter(Boolean).join(' · '),
        stored_file: stored.filename,
      })),
    ),
  };
}
