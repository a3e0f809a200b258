import pg from 'pg';
import { beginPart, endSpan } from '../tracing/tracing.ts';

type Query = (this: pg.Client, ...call: unknown[]) => unknown;
type Done = (error: unknown, result: unknown) => void;

const query = pg.Client.prototype.query as Query;

/** A connection whose statements are parts of the running trace, if that is recorded. Their parameters are not. */
export class TracedClient extends pg.Client {}

TracedClient.prototype.query = function traced(this: pg.Client, ...call: unknown[]) {
  const span = beginPart(() => describe(call[0] as string | pg.QueryConfig));
  if (!span) return query.apply(this, call);
  const last = call.at(-1);
  if (typeof last === 'function') {
    const done: Done = (error, result) => {
      endSpan(span, error ?? undefined);
      (last as Done)(error, result);
    };
    return query.apply(this, [...call.slice(0, -1), done]);
  }
  const result = query.apply(this, call) as Promise<unknown>;
  result.then(
    () => endSpan(span),
    (error) => endSpan(span, error),
  );
  return result;
} as Query as pg.Client['query'];

function describe(config: string | pg.QueryConfig) {
  const { text, name } = typeof config === 'string' ? { text: config, name: undefined } : config;
  const { operation, table } = summaryOf(text);
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    ...(table && { 'db.collection.name': table }),
    ...(name !== undefined && { 'carquay.statement': name }),
  };
  return { name: table ? `${operation} ${table}` : operation, kind: 'CLIENT' as const, attributes };
}

/** `from` that no table follows, such as in `extract(epoch from …)`. */
const NO_TABLE = /\bextract\s*\(\s*\w+\s+from\b|\bdistinct\s+from\b/gi;
const TABLE = /\b(?:into\s+([a-z_]\w*)|(?:from|update|join)\s+(?:only\s+)?([a-z_]\w*)\b(?!\s*\())/gi;
/** Names that the statement itself gives to its parts. */
const PART = /\b([a-z_]\w*)\s+as\s+(?:(?:not\s+)?materialized\s+)?\(/gi;
const CHANGE = /\b(insert|update|delete)\s/i;
const MAX_KEPT = 2_000;

type StatementSummary = { operation: string; table?: string };

const kept = new Map<string, StatementSummary>();

/** Names what a statement does and the first table in it. Contains no values. */
export function summaryOf(text: string): StatementSummary {
  const known = kept.get(text);
  if (known) return known;
  const summary = summarize(text);
  if (kept.size < MAX_KEPT) kept.set(text, summary);
  return summary;
}

function summarize(text: string): StatementSummary {
  const [first = 'unknown'] = /[a-z]+/i.exec(text) ?? [];
  const word = first.toLowerCase();
  const operation = word === 'with' ? (CHANGE.exec(text)?.[1]?.toLowerCase() ?? 'select') : word;
  const parts = new Set([...text.matchAll(PART)].map(([, name]) => name));
  const named = [...text.replace(NO_TABLE, '').matchAll(TABLE)].map(([, changed, read]) => changed ?? read);
  const table = named.find((name) => !parts.has(name))?.toLowerCase();
  return { operation, ...(table && { table }) };
}
