import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';

const CLAIMS = statement(`
  select c.order_id, c.kind, c.state, c.opened_at, c.ended_at,
    (select coalesce(json_agg(json_build_object('kind', s.kind, 'text', s.body, 'at', s.at, 'files',
        (select coalesce(json_agg(json_build_object('format', e.format, 'sha256', encode(sha256(e.content), 'hex')) order by e.position), '[]')
          from claim_evidence e where e.statement_id = s.id)) order by s.id), '[]')
      from claim_statements s where s.claim_id = c.id and s.author_id = $1) as statements,
    (select json_build_object('to_buyer_cents', d.to_buyer_cents, 'to_seller_cents', d.to_seller_cents, 'reason', d.reason, 'at', d.decided_at)
      from claim_decisions d where d.claim_id = c.id) as decision
  from claims c
  where c.user_id = $1 or exists (select from claim_statements s where s.claim_id = c.id and s.author_id = $1)
  order by c.id`);

/** Returns the claims of a buyer, and those that a seller has answered, with the user's own words and files, for the export of personal data. */
export function claimsToExport(db: Queryable, userId: number): Promise<Record<string, unknown>[]> {
  return rowsOf(db, CLAIMS, [userId]);
}

/** Erases nothing: claims prove why money was given back, and name nobody but the anonymized user. */
export async function keepClaims(): Promise<void> {}
