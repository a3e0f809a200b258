import { createHash } from 'node:crypto';
import type { ClaimEvidence, ClaimStatements } from '#lib/server/database/rows.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';

export type Evidence = Pick<ClaimEvidence, 'format' | 'content'>;
export type NewStatement = {
  claimId: number;
  key: string;
  hash: Buffer;
  kind: ClaimStatements['kind'];
  author: ClaimStatements['author'];
  authorId: number;
  text: string;
  evidence: Evidence[];
};
export type Statement = Pick<ClaimStatements, 'id' | 'kind' | 'author' | 'body' | 'at'> & {
  /** The format of each file. */
  files: ClaimEvidence['format'][];
};

const INSERT = statement(`
  insert into claim_statements (claim_id, key, content_hash, kind, author, author_id, body) values ($1, $2, $3, $4, $5, $6, $7)
  returning id`);
const INSERT_EVIDENCE = statement(`
  insert into claim_evidence (statement_id, position, format, content)
  select $1, n, format, content from unnest($2::text[], $3::bytea[]) with ordinality as file (format, content, n)`);
const OF_KEY = statement('select claim_id as "claimId", content_hash as hash from claim_statements where key = $1');
const OF_CLAIM = statement(`
  select s.id, s.kind, s.author, s.body, s.at,
    coalesce((select array_agg(e.format order by e.position) from claim_evidence e where e.statement_id = s.id), '{}') as files
  from claim_statements s where s.claim_id = $1 order by s.id`);
const FILE = statement(`
  select e.format, e.content from claim_evidence e join claim_statements s on s.id = e.statement_id
  where s.claim_id = $1 and s.id = $2 and e.position = $3`);

export async function insertStatement(db: Queryable, given: NewStatement): Promise<void> {
  const { claimId, key, hash, kind, author, authorId, text, evidence } = given;
  const [row] = await rowsOf<{ id: number }>(db, INSERT, [claimId, key, hash, kind, author, authorId, text]);
  const column = <Key extends keyof Evidence>(name: Key) => evidence.map((file) => file[name]);
  await rowsOf(db, INSERT_EVIDENCE, [row!.id, column('format'), column('content')]);
}

export async function statementOfKey(db: Queryable, key: string): Promise<{ claimId: number; hash: Buffer } | null> {
  return (await rowsOf<{ claimId: number; hash: Buffer }>(db, OF_KEY, [key]))[0] ?? null;
}

export function statementsOfClaim(db: Queryable, claimId: number): Promise<Statement[]> {
  return rowsOf<Statement>(db, OF_CLAIM, [claimId]);
}

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
