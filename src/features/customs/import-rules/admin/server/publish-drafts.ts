import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type ApprovalKind, actingAdmin, audit, type Outcome, propose, refused } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Origin, SignedInAdmin } from '#lib/server/http/caller.ts';
import type { EffectResponse } from '../../model/rule-office-contract.ts';
import type { RuleBookCache } from '../../server/book/rule-book-cache.ts';
import {
  insertRows,
  insertVersion,
  latestVersion,
  lockPublications,
  type NewRow,
} from '../../server/book/rule-row-store.ts';
import type { PublicCars } from '../../server/counted-cars.ts';
import { checkRows, refuseProblems } from './check-rows.ts';
import { previewLights } from './preview-lights.ts';
import { type DraftRow, deleteDrafts, findDrafts, lockDrafts } from './rule-draft-store.ts';
import type { OfficeDeps } from './save-draft.ts';

const lights = z.object({ green: z.number(), amber: z.number(), red: z.number() });
const payloadSchema = z.object({
  reason: z.string(),
  drafts: z.array(z.number()),
  /** Over the rows, so that the second person approves these texts and no later ones. */
  digest: z.string(),
  effects: z.array(z.object({ country: z.string(), before: lights, after: lights })),
});

/** The countries that a proposal lists. More change if a rule about the export from China does. */
const MAX_EFFECTS = 12;

const rowOf = ({ list, rowId, record }: DraftRow): NewRow => ({ list, id: rowId, record });

function digestOf(drafts: readonly DraftRow[]): string {
  const rows = drafts.map(({ list, rowId, record }) => [list, rowId, Object.entries(record).sort()]);
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex');
}

type PublicationDeps = OfficeDeps & { publicCars: PublicCars; clock: Clock };

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
  const effects = (await previewDrafts(deps, ids)).slice(0, MAX_EFFECTS);
  const payload = { reason, drafts: drafts.map(({ id }) => id), digest: digestOf(drafts), effects };
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

export function effectText({ country, before, after }: EffectResponse, t: Translator): string {
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
