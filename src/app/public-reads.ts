import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { PipelinedReads } from '#lib/server/database/pipelined-reads.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { type ReadCounts, replicaReads } from '#lib/server/database/replica/replica-reads.ts';
import type { Replica } from '#lib/server/database/replica/watch-replica.ts';
import { hasJustWritten } from '#lib/server/http/own-writes.ts';

/**
 * All reads that a replica may answer: public data that decides nothing. Everything else reads from the primary, including
 * the index of the inventory.
 */
export type PublicReads = {
  /** Lists, counts and texts of cars that the index does not answer. */
  lists: Queryable;
  /** Cars by their ids, such as favorites and recently viewed ones. */
  cards: Queryable;
  landedCosts: Queryable;
  sellers: Queryable;
  figures: Queryable;
  sitemaps: Queryable;
};

type Needs = {
  pool: pg.Pool;
  reads: Queryable;
  replica: Replica | null;
  counts: ReadCounts;
  /** When the current version of the inventory was found. Responses cached for it must not be older. */
  versionChangedAt(): number;
};

export function openPublicReads(app: FastifyInstance, needs: Needs, lanes: number): PublicReads {
  const { pool, reads, replica, counts, versionChangedAt } = needs;
  if (!replica)
    return { lists: reads, cards: reads, landedCosts: reads, sellers: reads, figures: reads, sitemaps: pool };
  const pipelined = new PipelinedReads(replica.pool, lanes);
  pipelined.openWhenPossible();
  app.addHook('onClose', () => pipelined.close());
  const choice = { state: replica, needsPrimary: hasJustWritten, notBefore: versionChangedAt, counts };
  const short = replicaReads({ ...choice, primary: reads, replica: pipelined });
  const sitemaps = replicaReads({ ...choice, primary: pool, replica: replica.pool });
  return { lists: short, cards: short, landedCosts: short, sellers: short, figures: short, sitemaps };
}
