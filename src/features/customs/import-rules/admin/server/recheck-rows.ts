import type { Day } from '#features/customs/import-rules/model/calendar.ts';
import { actingAdmin, audit, type Outcome, propose, refused } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin, SignedInAdmin } from '#lib/server/http/caller.ts';
import { addDays, daysBetween } from '../../model/calendar.ts';
import { textOfRow } from '../../model/change-text.ts';
import type { Charge } from '../../model/rows/charge-row.ts';
import { ORIGIN_COUNTRY, type Rule } from '../../model/rows/rule-rows.ts';
import { MAX_LENGTH } from '../../model/rule-office.ts';
import type { RecheckResponse } from '../../model/rule-office-contract.ts';
import type { PublishedBook } from '../../server/book/rule-book-cache.ts';
import { usesOfDays } from '../../server/changes/destination-uses.ts';
import { todayOf } from '../../server/import-endpoints.ts';
import { type PublicationDeps, payloadOf, previewLights, publishing } from './publish-drafts.ts';
import { allDrafts, draftsOfRows, insertDraft } from './rule-draft-store.ts';
import { checkRows, draftOf, type OfficeDeps, refuseProblems } from './save-draft.ts';

const USES_DAYS = 90;
const LISTED = 100;
const DEFAULT_STALE_DAYS = 90;
type RecheckedRow = { list: 'rules' | 'charges'; id: string };

/** Returns the rows in force to check again: by their age times the traffic of their country. Old rows of countries without traffic come last. */
export async function listRechecks({ pool, rules }: OfficeDeps, today: Day): Promise<RecheckResponse[]> {
  const book = await rules.book();
  const uses = new Map((await usesOfDays(pool, today, USES_DAYS)).map((each) => [each.country, each.uses]));
  const drafts = new Set((await allDrafts(pool)).map(({ list, record }) => `${list} ${record.supersedes}`));
  const all = (['rules', 'charges'] as const).flatMap((list) =>
    [...(book.rows.get(list) ?? [])].flatMap(([id, { record, parsed }]): RecheckResponse[] => {
      const row = parsed as Rule | Charge;
      if (row.to !== null && row.to < today) return [];
      const staleOn = addDays(row.checked, staleDaysOf(book, row.country));
      return [
        {
          ...{ list, id, country: row.country, title: textOfRow(list, record), checkedOn: row.checked },
          age: daysBetween(row.checked, today),
          staleOn,
          isStale: today >= staleOn,
          uses: usesBehind(book, row.country, uses),
          sources: sourcesOf(book, row.sources),
          draft: drafts.has(`${list} ${id}`),
        },
      ];
    }),
  );
  return all.sort(mostUrgent).slice(0, LISTED);
}

const urgency = ({ age, uses }: RecheckResponse) => age * (1 + uses);
const mostUrgent = (one: RecheckResponse, other: RecheckResponse) =>
  Number(one.draft) - Number(other.draft) ||
  urgency(other) - urgency(one) ||
  one.id.localeCompare(other.id, 'en', { numeric: true });

const staleDaysOf = ({ book }: PublishedBook, country: string) =>
  book.countries.find((row) => row.country === country)?.staleDays ?? DEFAULT_STALE_DAYS;

/** Rows of a union count for its members, and those of the export from China for all. */
function usesBehind(book: PublishedBook, country: string, uses: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [used, count] of uses)
    if (country === ORIGIN_COUNTRY || used === country || book.rowsOf(used) === country) sum += count;
  return sum;
}

function sourcesOf({ book }: PublishedBook, ids: readonly string[]) {
  return ids
    .flatMap((id) => book.sources.find((source) => source.id === id) ?? [])
    .map(({ title, url }) => ({ title, url }));
}

/**
 * Proposes to publish rows with today as the day of their last check and nothing else changed. A second person approves it, as for every
 * publication. Throws `not_found` for a row that is not in force.
 */
export async function confirmRows(
  deps: PublicationDeps,
  admin: SignedInAdmin,
  rows: readonly RecheckedRow[],
  origin: Origin,
  t: Translator,
): Promise<Outcome> {
  const { pool, rules, clock } = deps;
  const today = todayOf(clock);
  const book = await rules.book();
  const confirmed = rows.map(({ list, id }) => {
    const record = book.rows.get(list)?.get(id)?.record;
    if (!record) throw new AppError('not_found', `no row ${list} ${id}`);
    const { supersedes: _, ...cells } = record;
    return draftOf(book, list, { ...cells, checked: today }, id);
  });
  const asRows = confirmed.map(({ list, rowId, record }) => ({ list, id: rowId, record }));
  refuseProblems(checkRows(book, asRows));
  const effects = await previewLights(book, asRows, deps.publicCars, today);
  const reason = reasonOf(book, rows, today, t);
  return withTransaction(pool, async (db) => {
    for (const draft of confirmed)
      if (!(await insertDraft(db, draft, admin.id))) return refused('admin.rules.hasDraft');
    const drafts = await draftsOfRows(db, confirmed);
    await audit(db, origin, {
      actor: actingAdmin(admin.id),
      action: 'import rules confirmed',
      details: { rows: rows.map(({ list, id }) => `${list} ${id}`), checked: today },
    });
    return propose(db, publishing(rules), payloadOf(reason, drafts, effects), admin, origin);
  });
}

/** Names the day and the sources that the rows were compared with. */
function reasonOf(book: PublishedBook, rows: readonly RecheckedRow[], today: Day, t: Translator): string {
  const ids = rows.flatMap(({ list, id }) => (book.rows.get(list)!.get(id)!.parsed as Rule | Charge).sources);
  const titles = [...new Set(sourcesOf(book, ids).map(({ title }) => title))];
  const text = t('admin.rules.confirmed', { date: t.date(today), sources: titles.join('; ') });
  return text.length <= MAX_LENGTH.reason ? text : `${text.slice(0, MAX_LENGTH.reason - 1).trimEnd()}…`;
}
