import type { Uploads } from '#lib/server/database/rows.ts';
import { type Columns, type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';

type OwnedKey = Columns<Uploads, 'user_id' | 'key'>;

const IN_USE = statement(`
  select asked.user_id as "userId", asked.key from unnest($1::bigint[], $2::text[]) as asked (user_id, key)
  where exists (select 1 from listings l
      where l.user_id = asked.user_id and l.deleted_at is null
        and (asked.key = any(l.image_keys) or asked.key = l.certification_report))
    or exists (select 1 from listing_drafts d
      where d.user_id = asked.user_id and (asked.key = any(d.photos) or asked.key = d.report))`);

/** Returns the uploads that a listing or a draft of their user refers to. */
export function uploadsInUse(db: Queryable, uploads: OwnedKey[]): Promise<OwnedKey[]> {
  return rowsOf<OwnedKey>(db, IN_USE, [uploads.map(({ userId }) => userId), uploads.map(({ key }) => key)]);
}
