import { createHash } from 'node:crypto';
import {
  type Columns,
  type Queryable,
  query,
  queryColumn,
  queryFirst,
  rowsOf,
  statement,
} from '#lib/server/database/postgres.ts';
import type { ClaimEvidence, ClaimMoves, ClaimQuestions, ClaimStatements, Claims } from '#lib/server/database/rows.ts';
import { isNotResting } from '#lib/server/jobs/job-runs.ts';
import { type ClaimState, type ClaimTerms, canTransition } from '../model/claim.ts';

export type Claim = Columns<
  Claims,
  | 'id'
  | 'order_id'
  | 'user_id'
  | 'kind'
  | 'state'
  | 'opened_at'
  | 'next_at'
  | 'ended_at'
  | 'payout_sent_cents'
  | 'refund_sent_cents'
>;
export type Actor = { actor: ClaimMoves['actor']; actorId: number | null };
export const SYSTEM: Actor = { actor: 'system', actorId: null };

export const CLAIM_COLUMNS = `c.id, c.order_id as "orderId", c.user_id as "userId", c.kind, c.state, c.opened_at as "openedAt",
  c.next_at as "nextAt", c.ended_at as "endedAt", c.payout_sent_cents as "payoutSentCents", c.refund_sent_cents as "refundSentCents"`;
const LOCK = statement('select id from claims where id = $1 for update');
const TERMS = statement(`
  select claim_days as days, claim_arrival_days as "arrivalDays", claim_answer_days as "answerDays", claim_reply_days as "replyDays",
    claim_review_days as "reviewDays"
  from order_terms t join orders o on o.terms_version = t.version where o.id = $1`);

export const findClaim = queryFirst<Claim, [id: number]>(`select ${CLAIM_COLUMNS} from claims c where c.id = $1`);

/** Locks a claim and reads it again. The caller holds the locks of its cars and order. */
export async function lockClaim(db: Queryable, id: number): Promise<Claim | null> {
  await rowsOf(db, LOCK, [id]);
  return findClaim(db, id);
}

export const claimsOfOrder = query<Claim, [orderId: number]>(
  `select ${CLAIM_COLUMNS} from claims c where c.order_id = $1 order by c.id desc`,
);

/** Returns the newest 100 claims that a user has opened or is the seller of, open ones first. */
export const claimsOfUser = query<Claim, [userId: number]>(`
  select ${CLAIM_COLUMNS} from claims c
  where c.user_id = $1 or exists (select 1 from order_cars o where o.order_id = c.order_id and o.seller_id = $1)
  order by (c.ended_at is null) desc, c.id desc limit 100`);

export const claimOfKey = queryFirst<{ id: number; hash: Buffer }, [key: string]>(
  'select id, content_hash as hash from claims where key = $1',
);

export async function claimTermsOf(db: Queryable, orderId: number): Promise<ClaimTerms> {
  const [terms] = await rowsOf<ClaimTerms>(db, TERMS, [orderId]);
  if (!terms) throw new Error(`order ${orderId} has no terms`);
  return terms;
}

const INSERT = statement(`
  with left_before as (
    select (
        select coalesce(sum(o.cents), 0) from payout_orders o join payouts p on p.id = o.payout_id
        where o.order_id = $1 and p.state in ('sent', 'booked')
      ) as payouts, (
        select coalesce(sum(r.amount_cents), 0) from refunds r join payments p on p.id = r.payment_id
        where p.order_id = $1 and r.asked_at is not null and r.failed_at is null
      ) + (
        select coalesce(sum(r.amount_cents), 0) from provider_refunds r join payments p on p.id = r.payment_id
        where p.order_id = $1 and r.failed_at is null
      ) as refunds
  ), claim as (
    insert into claims (order_id, user_id, key, content_hash, kind, next_at, payout_sent_cents, refund_sent_cents)
    select $1, $2, $3, $4, $5, $6, payouts, refunds from left_before returning id
  ), cars as (
    insert into claim_cars (claim_id, order_id, listing_id) select claim.id, $1, listing from claim, unnest($7::bigint[]) as listing
  ), moved as (
    insert into claim_moves (claim_id, to_state, actor, actor_id) select id, 'open', 'buyer', $2 from claim
  )
  select id from claim`);

type NewClaim = {
  orderId: number;
  userId: number;
  key: string;
  hash: Buffer;
  kind: Claim['kind'];
  nextAt: Date | null;
  listingIds: number[];
};

/** Inserts an open claim with what had left of its order before. The caller holds the lock of the order. */
export async function insertClaim(db: Queryable, claim: NewClaim): Promise<number> {
  const { orderId, userId, key, hash, kind, nextAt, listingIds } = claim;
  const [row] = await rowsOf<{ id: number }>(db, INSERT, [orderId, userId, key, hash, kind, nextAt, listingIds]);
  return row!.id;
}

const MOVE = statement(`
  with moved as (
    update claims set state = $3, next_at = $4, ended_at = case when $3 in ('executed', 'withdrawn') then now() end
    where id = $1 and state = $2 returning id
  )
  insert into claim_moves (claim_id, from_state, to_state, actor, actor_id) select id, $2, $3, $5, $6 from moved returning id`);

/** Changes the state of a claim, and records who did it. Throws if the change is not allowed. The caller holds the lock of the claim. */
export async function moveClaim(
  db: Queryable,
  { id, state }: Pick<Claim, 'id' | 'state'>,
  to: ClaimState,
  nextAt: Date | null,
  { actor, actorId }: Actor,
): Promise<void> {
  if (!canTransition(state, to)) throw new Error(`a claim that is ${state} cannot become ${to}`);
  if ((await rowsOf(db, MOVE, [id, state, to, nextAt, actor, actorId])).length === 0)
    throw new Error(`claim ${id} is no longer ${state}`);
}

const CARS = statement(
  'select claim_id as "claimId", listing_id as "listingId" from claim_cars where claim_id = any($1::bigint[])',
);

/** Returns the cars of claims by claim id. */
export async function carsOfClaims(db: Queryable, ids: number[]): Promise<Map<number, number[]>> {
  const rows = await rowsOf<{ claimId: number; listingId: number }>(db, CARS, [ids]);
  const byClaim = Map.groupBy(rows, ({ claimId }) => claimId);
  return new Map([...byClaim].map(([id, cars]) => [id, cars.map(({ listingId }) => listingId)]));
}

/** Returns the next 50 claims after one whose state has lasted long enough. */
export const dueClaims = queryColumn<number, [now: Date, after: number]>(
  `select id from claims where next_at <= $1 and id > $2 and ${isNotResting('claims', 'claims.id')} order by id limit 50`,
);

type ClaimMove = { from: ClaimState | null; to: ClaimState; actor: Actor['actor']; at: Date };

export const movesOfClaim = query<ClaimMove, [id: number]>(`
  select from_state as "from", to_state as "to", actor, at from claim_moves where claim_id = $1 order by id`);

export type StatementAuthor = ClaimStatements['author'];

export type Evidence = Pick<ClaimEvidence, 'format' | 'content'>;
type NewStatement = {
  claimId: number;
  key: string;
  hash: Buffer;
  kind: ClaimStatements['kind'];
  author: ClaimStatements['author'];
  authorId: number;
  text: string;
  evidence: Evidence[];
};
type Statement = Pick<ClaimStatements, 'id' | 'kind' | 'author' | 'body' | 'at'> & {
  /** The format of each file. */
  files: ClaimEvidence['format'][];
};

const INSERT_STATEMENT = statement(`
  insert into claim_statements (claim_id, key, content_hash, kind, author, author_id, body) values ($1, $2, $3, $4, $5, $6, $7)
  returning id`);
const INSERT_EVIDENCE = statement(`
  insert into claim_evidence (statement_id, position, format, content)
  select $1, n, format, content from unnest($2::text[], $3::bytea[]) with ordinality as file (format, content, n)`);
const FILE = statement(`
  select e.format, e.content from claim_evidence e join claim_statements s on s.id = e.statement_id
  where s.claim_id = $1 and s.id = $2 and e.position = $3`);

export async function insertStatement(db: Queryable, given: NewStatement): Promise<void> {
  const { claimId, key, hash, kind, author, authorId, text, evidence } = given;
  const [row] = await rowsOf<{ id: number }>(db, INSERT_STATEMENT, [claimId, key, hash, kind, author, authorId, text]);
  const column = <Key extends keyof Evidence>(name: Key) => evidence.map((file) => file[name]);
  await rowsOf(db, INSERT_EVIDENCE, [row!.id, column('format'), column('content')]);
}

export const statementOfKey = queryFirst<{ claimId: number; hash: Buffer }, [key: string]>(
  'select claim_id as "claimId", content_hash as hash from claim_statements where key = $1',
);

export const statementsOfClaim = query<Statement, [claimId: number]>(`
  select s.id, s.kind, s.author, s.body, s.at,
    coalesce((select array_agg(e.format order by e.position) from claim_evidence e where e.statement_id = s.id), '{}') as files
  from claim_statements s where s.claim_id = $1 order by s.id`);

/** Returns a file of a statement of a claim. */
export async function findClaimFile(
  db: Queryable,
  { id, statement: of, position }: { id: number; statement: number; position: number },
): Promise<Evidence | null> {
  return (await rowsOf<Evidence>(db, FILE, [id, of, position]))[0] ?? null;
}

/** The hash of what was sent, by which a repeated call is recognized. */
export function hashOfStatement(parts: readonly unknown[], evidence: readonly Evidence[]): Buffer {
  const hash = createHash('sha256').update(JSON.stringify([...parts, evidence.length]));
  for (const { content } of evidence) hash.update(createHash('sha256').update(content).digest());
  return hash.digest();
}

type Question = Pick<ClaimQuestions, 'claim_id' | 'key' | 'party' | 'body' | 'admin_id'>;

const INSERT_QUESTION = statement(
  'insert into claim_questions (claim_id, key, party, body, admin_id) values ($1, $2, $3, $4, $5)',
);
const QUESTIONS_OF_CLAIM = statement('select id, party, body, at from claim_questions where claim_id = $1 order by id');

export async function insertQuestion(db: Queryable, asked: Question): Promise<void> {
  await rowsOf(db, INSERT_QUESTION, [asked.claim_id, asked.key, asked.party, asked.body, asked.admin_id]);
}

type Asked = Pick<Question, 'claim_id' | 'party' | 'body'>;

export const questionOfKey = queryFirst<Asked, [key: string]>(
  'select claim_id, party, body from claim_questions where key = $1',
);

type Listed = Pick<ClaimQuestions, 'id' | 'party' | 'body' | 'at'>;

export const questionsOfClaim = (db: Queryable, claimId: number): Promise<Listed[]> =>
  rowsOf<Listed>(db, QUESTIONS_OF_CLAIM, [claimId]);

/** Returns the claims of a buyer, and those that a seller has answered, with the user's own words and files, for the export of personal data. */
export const claimsToExport = query<Record<string, unknown>, [userId: number]>(`
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

/** Erases nothing: claims prove why money was refunded, and name only the anonymized user. */
export async function keepClaims(): Promise<void> {}
