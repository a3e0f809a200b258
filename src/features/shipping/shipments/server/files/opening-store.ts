import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { ClaimEvidence, OrderFileOpenings, OrderFiles } from '#lib/server/database/rows.ts';

const INSERT = statement(`
  insert into order_file_openings (file_id, statement_id, position, actor, actor_id) values ($1, $2, $3, $4, $5)`);
/** Evidence of claims is stored without a name, so it has the name of its download. */
const OPENED = `(
  select o.id, o.actor, o.actor_id, o.at, f.order_id, f.id as file_id, null::bigint as claim_id, f.kind, f.name
  from order_file_openings o join order_files f on f.id = o.file_id
  union all
  select o.id, o.actor, o.actor_id, o.at, c.order_id, null, c.id, 'claim_evidence', format('claim-%s-%s-%s.%s', c.id, s.id, e.position, e.format)
  from order_file_openings o join claim_evidence e on e.statement_id = o.statement_id and e.position = o.position
    join claim_statements s on s.id = e.statement_id join claims c on c.id = s.claim_id
) as o`;
const OF_ORDER = statement(`
  select o.id, o.file_id as "fileId", o.claim_id as "claimId", o.kind, o.name, o.actor, coalesce(a.name, u.name) as person, o.at
  from ${OPENED}
    left join admins a on o.actor = 'admin' and a.id = o.actor_id
    left join users u on o.actor <> 'admin' and u.id = o.actor_id
  where o.order_id = $1 order by o.id desc limit 500`);
const OF_USER = statement(`
  select o.order_id, o.kind, o.name, o.at from ${OPENED} where o.actor <> 'admin' and o.actor_id = $1 order by o.id`);

/** A file of the documents room, or the evidence of a claim. */
type Opened = { fileId: string } | { evidence: Pick<ClaimEvidence, 'statement_id' | 'position'> };

type Person = Pick<OrderFileOpenings, 'actor' | 'actor_id'>;

/** Records who opened a file. */
export async function recordOpening(db: Queryable, opened: Opened, { actor, actor_id: by }: Person): Promise<void> {
  const [file, of] = 'fileId' in opened ? [opened.fileId, null] : [null, opened.evidence];
  await rowsOf(db, INSERT, [file, of?.statement_id ?? null, of?.position ?? null, actor, by]);
}

type OpeningRecord = {
  id: number;
  /** Either this or the id of the claim. */
  fileId: string | null;
  claimId: number | null;
  kind: OrderFiles['kind'] | 'claim_evidence';
  name: string;
  actor: OrderFileOpenings['actor'];
  person: string | null;
  at: Date;
};

/** Returns the newest openings of the files of an order and its claims, with the names of the people. */
export function openingsOfOrder(db: Queryable, orderId: number): Promise<OpeningRecord[]> {
  return rowsOf<OpeningRecord>(db, OF_ORDER, [orderId]);
}

/** Returns when a user opened files of orders, for the export of personal data. */
export function openingsToExport(db: Queryable, userId: number): Promise<Record<string, unknown>[]> {
  return rowsOf(db, OF_USER, [userId]);
}
