import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Day } from '#features/customs/import-rules/model/calendar.ts';
import type { ImportCar } from '#features/customs/import-rules/model/car.ts';
import { type ApprovalKind, actingAdmin, audit, type Outcome, propose, refused } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin, SignedInAdmin } from '#lib/server/http/caller.ts';
import { expectedDay } from '../../model/expected-day.ts';
import { ORIGIN_COUNTRY } from '../../model/rows/rule-rows.ts';
import type { EffectResponse } from '../../model/rule-office-contract.ts';
import { type Light, lightOf } from '../../model/verdict/verdict.ts';
import { afterPublication, PublishedBook, type RuleBookCache } from '../../server/book/rule-book-cache.ts';
import {
  insertRows,
  insertVersion,
  latestVersion,
  lockPublications,
  type NewRow,
} from '../../server/book/rule-row-store.ts';
import { type DraftRow, deleteDrafts, findDrafts, lockDrafts } from './rule-draft-store.ts';
import { checkRows, type OfficeDeps, refuseProblems } from './save-draft.ts';

const lights = z.object({ green: z.number(), amber: z.number(), red: z.number() });
const payloadSchema = z.object({
  reason: z.string(),
  drafts: z.array(z.number()),
  /** Hash of the rows: the second person approves these texts and no later ones. */
  digest: z.string(),
  effects: z.array(z.object({ country: z.string(), before: lights, after: lights })),
});

/** A proposal lists this many countries at most. A rule about the export from China changes more. */
const MAX_EFFECTS = 12;

const rowOf = ({ list, rowId, record }: DraftRow): NewRow => ({ list, id: rowId, record });

function digestOf(drafts: readonly DraftRow[]): string {
  const rows = drafts.map(({ list, rowId, record }) => [list, rowId, Object.entries(record).sort()]);
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex');
}

/** What a second person approves. */
export const payloadOf = (reason: string, drafts: readonly DraftRow[], effects: readonly EffectResponse[]) => ({
  reason,
  drafts: drafts.map(({ id }) => id),
  digest: digestOf(drafts),
  effects: effects.slice(0, MAX_EFFECTS),
});

export type PublicationDeps = OfficeDeps & { publicCars: PublicCars; clock: Clock };

/** Throws `not_found` if a draft is gone. */
async function draftsOf({ pool }: OfficeDeps, ids: readonly number[]): Promise<DraftRow[]> {
  const drafts = await findDrafts(pool, ids);
  if (drafts.length !== new Set(ids).size) throw new AppError('not_found', 'no such draft');
  return drafts;
}

/** Counts what the publication of drafts changes. */
export async function previewDrafts(deps: PublicationDeps, ids: readonly number[]): Promise<EffectResponse[]> {
  const rows = (await draftsOf(deps, ids)).map(rowOf);
  return previewLights(await deps.rules.book(), rows, deps.publicCars, deps.clock.now().toISOString().slice(0, 10));
}

/** Proposes to publish drafts. A second person has to approve it. */
export async function proposePublication(
  deps: PublicationDeps,
  admin: SignedInAdmin,
  { drafts: ids, reason }: { drafts: number[]; reason: string },
  origin: Origin,
): Promise<Outcome> {
  const drafts = await draftsOf(deps, ids);
  const book = await deps.rules.book();
  if (checkRows(book, drafts.map(rowOf)).length > 0) return refused('admin.rules.draftsInvalid');
  const effects = await previewDrafts(deps, ids);
  const payload = payloadOf(reason, drafts, effects);
  return withTransaction(deps.pool, (db) => propose(db, publishing(deps.rules), payload, admin, origin));
}

/** Publishes drafts as a new version once a second person approves them. */
export function publishing(rules: RuleBookCache): ApprovalKind {
  return {
    kind: 'import rules',
    permission: 'rules:write',
    summary(payload, t) {
      const { reason, drafts, effects } = payloadSchema.parse(payload);
      return [
        t('admin.rules.approval', { count: drafts.length, reason }),
        ...effects.map((effect) => effectText(effect, t)),
        ...(effects.length === 0 ? [t('admin.rules.noEffect')] : []),
      ].join(' ');
    },
    async execute(db, payload, { proposerId, approverId, origin }) {
      const { reason, drafts: ids, digest } = payloadSchema.parse(payload);
      await lockPublications(db);
      const drafts = await lockDrafts(db, ids);
      if (drafts.length !== ids.length || digestOf(drafts) !== digest) throw changed();
      const rows = drafts.map(rowOf);
      rules.expire();
      const book = await rules.book();
      if (book.version !== (await latestVersion(db))) throw changed();
      refuseProblems(checkRows(book, rows));
      const version = await insertVersion(db, { reason, proposedBy: proposerId, approvedBy: approverId });
      if ((await insertRows(db, rows, version)).length !== rows.length) throw changed();
      await deleteDrafts(db, ids);
      await audit(db, origin, {
        actor: actingAdmin(approverId),
        action: 'import rules published',
        details: { version, reason, rows: rows.map(({ list, id }) => `${list} ${id}`), proposer: proposerId },
      });
    },
  };
}

const changed = () => new AppError('conflict', 'drafts or rows changed', { messageKey: 'admin.rules.changed' });

function effectText({ country, before, after }: EffectResponse, t: Translator): string {
  return t('admin.rules.effect', {
    country: t.region(country),
    redBefore: before.red,
    redAfter: after.red,
    amberBefore: before.amber,
    amberAfter: after.amber,
    greenBefore: before.green,
    greenAfter: after.green,
  });
}

const JOURNEY = { mode: 'roro', port: null } as const;

type Lights = Record<Light, number>;

/** Counts the lights of all public cars before and after a publication, for each country in which any light changes. */
export async function previewLights(
  book: PublishedBook,
  rows: readonly NewRow[],
  publicCars: PublicCars,
  today: Day,
): Promise<EffectResponse[]> {
  const next = new PublishedBook(book.version, afterPublication(book.rows, rows));
  const countries = affectedCountries(next, rows);
  if (countries.length === 0) return [];
  const cars = await publicCars();
  const effects: EffectResponse[] = [];
  const breathe = pacer();
  for (const country of countries) {
    const before = await countLights(book, country, cars, today, breathe);
    const after = await countLights(next, country, cars, today, breathe);
    if (JSON.stringify(before) !== JSON.stringify(after)) effects.push({ country, before, after });
  }
  return effects;
}

/** Countries whose rules change, or the sources that their rules name. Charges and freight decide no light. */
function affectedCountries(next: PublishedBook, rows: readonly NewRow[]): string[] {
  const affected = new Set<string>();
  const sources = new Set(
    next.book.sources.map(({ id }) => id).filter((id) => rows.some((row) => isOfSource(row, id))),
  );
  for (const { list, record } of rows)
    if ((list === 'rules' || list === 'countries') && record.country) affected.add(record.country);
  for (const rule of next.book.rules) if (rule.sources.some((id) => sources.has(id))) affected.add(rule.country);
  const known = next.countries();
  if (affected.has(ORIGIN_COUNTRY)) return known;
  return known.filter((country) => affected.has(next.rowsOf(country) ?? country));
}

const isOfSource = ({ list, id }: NewRow, source: string) =>
  list === 'sources' && (id === source || id.startsWith(`${source}.`));

async function countLights(
  book: PublishedBook,
  country: string,
  cars: readonly CountedCar[],
  today: Day,
  breathe: () => Promise<void> | null,
): Promise<Lights> {
  const lights: Lights = { green: 0, amber: 0, red: 0 };
  const now = book.prepared(country, today);
  if (!now) return lights;
  const { on } = expectedDay(now, JOURNEY, today, book.longestSailing);
  const prepared = book.prepared(country, on) ?? now;
  const at = { on, today, buyer: 'person' } as const;
  for (const { car, count } of cars) {
    lights[lightOf(prepared, car, at)] += count;
    const pause = breathe();
    if (pause) await pause;
  }
  return lights;
}

/** Cars with the same facts, which get the same light. */
export type CountedCar = { car: ImportCar; count: number };
/** Reads all public cars for sale. */
export type PublicCars = () => Promise<CountedCar[]>;

/** The longest time for which a loop may block other requests. */
const MAX_BLOCK_MS = 8;

/** Returns a function for loops, which returns a pause to await once the loop has blocked too long, and else null. */
export function pacer(): () => Promise<void> | null {
  let began = performance.now();
  return () => {
    if (performance.now() - began < MAX_BLOCK_MS) return null;
    return new Promise((resolve) =>
      setImmediate(() => {
        began = performance.now();
        resolve();
      }),
    );
  };
}
