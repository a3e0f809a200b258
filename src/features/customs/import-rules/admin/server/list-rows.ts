import { addDays, type Day } from '#features/customs/import-rules/model/calendar.ts';
import { RATE_FRESH_DAYS } from '../../model/exchange-rates.ts';
import { choicesOf, columnsOf, type RowRecord, titleOf } from '../../model/rows/rule-list.ts';
import type { RuleList } from '../../model/rule-office.ts';
import type {
  DraftResponse,
  RowsQuery,
  RuleRowDetail,
  RuleRowResponse,
  RuleRowsResponse,
} from '../../model/rule-office-contract.ts';
import type { PublishedBook } from '../../server/book/rule-book-cache.ts';
import { historyOfRow } from '../../server/book/rule-row-store.ts';
import { lastFetch } from '../../server/rates/rate-store.ts';
import { allDrafts, type DraftRow } from './rule-draft-store.ts';
import type { OfficeDeps } from './save-draft.ts';

const PAGE_SIZE = 50;
const DEFAULT_STALE_DAYS = 90;

export async function listRows({ pool, rules }: OfficeDeps, query: RowsQuery, today: Day): Promise<RuleRowsResponse> {
  const { list, country, search, stale, page } = query;
  const book = await rules.book();
  const drafts = new Map(
    (await allDrafts(pool)).filter((draft) => draft.list === list).map(({ id, record }) => [record.supersedes, id]),
  );
  const all = [...(book.rows.get(list) ?? [])].map(([id, { record }]) => ({
    row: rowResponse(book, list, id, record, today, drafts.get(id) ?? null),
    record,
  }));
  const words = search?.toLowerCase();
  const found = all
    .filter(({ row }) => !country || row.country === country)
    .filter(({ row }) => !stale || row.isStale === (stale === 'stale'))
    .filter(({ row, record }) => !words || `${row.id} ${Object.values(record).join(' ')}`.toLowerCase().includes(words))
    .map(({ row }) => row)
    .sort(byCountry);
  const totalPages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
  return {
    items: found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    pagination: { page, totalPages, totalItems: found.length },
    version: book.version,
    countries: [...new Set(all.flatMap(({ row }) => row.country ?? []))].sort(),
    staleRows: all.filter(({ row }) => row.isStale).length,
    rateFetch: list === 'rates' ? await readRateFetch(pool) : null,
  };
}

async function readRateFetch(pool: OfficeDeps['pool']): Promise<RuleRowsResponse['rateFetch']> {
  const last = await lastFetch(pool);
  if (!last) return null;
  const { startedAt, ...rest } = last;
  return { ...rest, at: startedAt.toISOString() };
}

const byCountry = (one: RuleRowResponse, other: RuleRowResponse) =>
  (one.country ?? '').localeCompare(other.country ?? '', 'en') ||
  one.id.localeCompare(other.id, 'en', { numeric: true });

function rowResponse(
  book: PublishedBook,
  list: RuleList,
  id: string,
  record: RowRecord,
  today: Day,
  draft: number | null,
): RuleRowResponse {
  const checkedOn = record.checked || record.date || null;
  const staleOn = checkedOn && addDays(checkedOn, staleDaysOf(book, list, record));
  return {
    list,
    id,
    country: record.country || null,
    title: titleOf(list, record),
    checkedOn: checkedOn ?? (record.seen || null),
    staleOn,
    isStale: staleOn !== null && staleOn < today,
    validFrom: record.from || null,
    validTo: record.to || null,
    draft,
  };
}

function staleDaysOf({ book }: PublishedBook, list: RuleList, { country }: RowRecord): number {
  if (list === 'rates') return RATE_FRESH_DAYS;
  return book.countries.find((row) => row.country === country)?.staleDays ?? DEFAULT_STALE_DAYS;
}

/** A row with its history, or the columns of a list for a new row. A row that was corrected has only its history. */
export async function readRow(
  { pool, rules }: OfficeDeps,
  { list, id }: { list: RuleList; id?: string | undefined },
  today: Day,
): Promise<RuleRowDetail> {
  const book = await rules.book();
  const record = id === undefined ? undefined : book.rows.get(list)?.get(id)?.record;
  const history = id === undefined ? [] : await historyOfRow(pool, list, id);
  const draft = (await allDrafts(pool)).find((each) => each.list === list && each.record.supersedes === id);
  return {
    list,
    columns: columnsOf(list).map((name) => ({ name, choices: choicesOf(list, name) })),
    row: id && record ? { ...rowResponse(book, list, id, record, today, draft?.id ?? null), record } : null,
    history: history.map(({ publishedAt, ...row }) => ({ ...row, publishedAt: publishedAt.toISOString() })),
  };
}

export async function listDrafts({ pool, rules }: OfficeDeps): Promise<DraftResponse[]> {
  const book = await rules.book();
  return (await allDrafts(pool)).map((draft) => draftResponse(book, draft));
}

/** Counts what changes in a list of prices, which is too long to read. */
function pricesChange({ column, before, after }: DraftResponse['changes'][number]): DraftResponse['changes'][number] {
  const priceOf = (text: string) =>
    new Map(
      text
        .split('\n')
        .filter(Boolean)
        .map((line) => [line.slice(0, line.lastIndexOf('|')), line]),
    );
  const [old, now] = [priceOf(before), priceOf(after)];
  const added = [...now.keys()].filter((key) => !old.has(key)).length;
  const removed = [...old.keys()].filter((key) => !now.has(key)).length;
  const changed = [...now].filter(([key, line]) => old.has(key) && old.get(key) !== line).length;
  return { column, before: String(old.size), after: `${now.size} (+${added} −${removed} ≠${changed})` };
}

function draftResponse(
  book: PublishedBook,
  { id, list, rowId, record, version, savedBy, savedAt }: DraftRow,
): DraftResponse {
  const corrects = record.supersedes || null;
  const before = (corrects && book.rows.get(list)?.get(corrects)?.record) || {};
  const changes = columnsOf(list)
    .filter((column) => column !== 'id' && (before[column] ?? '') !== (record[column] ?? ''))
    .map((column) => ({ column, before: before[column] ?? '', after: record[column] ?? '' }))
    .map((change) => (list === 'references' && change.column === 'prices' ? pricesChange(change) : change));
  return {
    id,
    list,
    rowId,
    title: titleOf(list, record),
    country: record.country || null,
    record,
    version,
    corrects,
    changes,
    savedBy,
    savedAt: savedAt.toISOString(),
  };
}
