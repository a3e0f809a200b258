import type { SellValues } from '#features/catalog/listings/model/listing-form.ts';
import { photoPlaceholders } from '#features/site/server/api.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import type { ListingDrafts } from '#lib/server/database/rows.ts';
import type { SellDeps } from './my-listings.ts';

type Report = { key: string; name: string };

export type Draft = {
  /** Created by the browser, once per draft. A draft becomes at most one listing. */
  id: string;
  values: Partial<SellValues>;
  photos: string[];
  report: Report | null;
  step: number;
};

type DraftRow = Pick<ListingDrafts, 'id' | 'photos' | 'report' | 'report_name' | 'step' | 'updated_at'> &
  Pick<Draft, 'values'>;

async function findDraft(db: Queryable, userId: number): Promise<(Draft & { updatedAt: Date }) | null> {
  const { rows } = await db.query<DraftRow>(
    `select id, values, photos, report, report_name, step, updated_at from listing_drafts where user_id = $1`,
    [userId],
  );
  const [row] = rows;
  if (!row) return null;
  const { id, values, photos, report, report_name: name, step, updated_at: updatedAt } = row;
  return { id, values, photos, report: report === null ? null : { key: report, name: name ?? '' }, step, updatedAt };
}

async function putDraft(db: Queryable, userId: number, draft: Draft): Promise<Date> {
  const { rows } = await db.query<Pick<ListingDrafts, 'updated_at'>>(
    `insert into listing_drafts (user_id, id, values, photos, report, report_name, step) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (user_id) do update set id = excluded.id, values = excluded.values, photos = excluded.photos,
       report = excluded.report, report_name = excluded.report_name, step = excluded.step, updated_at = now()
     returning updated_at`,
    [
      userId,
      draft.id,
      JSON.stringify(draft.values),
      draft.photos,
      draft.report?.key ?? null,
      draft.report?.name ?? null,
      draft.step,
    ],
  );
  return rows[0]!.updated_at;
}

export async function deleteDraft(db: Queryable, userId: number): Promise<void> {
  await db.query('delete from listing_drafts where user_id = $1', [userId]);
}

/** Returns the user's draft with the placeholders of its photos. */
export async function draftOf({ pool }: SellDeps, userId: number) {
  const draft = await findDraft(pool, userId);
  return { draft, placeholders: await photoPlaceholders(pool, draft?.photos ?? []) };
}

/** Replaces the user's draft and returns the time it was saved. */
export function saveMyDraft(db: Queryable, userId: number, draft: Draft): Promise<Date> {
  return putDraft(db, userId, draft);
}

export function dropDraft(db: Queryable, userId: number): Promise<void> {
  return deleteDraft(db, userId);
}

export function draftForExport(db: Queryable, userId: number): Promise<Draft | null> {
  return findDraft(db, userId);
}
