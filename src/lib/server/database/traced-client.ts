import pg from 'pg';
import { beginPart, endSpan } from '../tracing/tracing.ts';
import { summaryOf } from './statement-summary.ts';

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
