import type { FastifyInstance } from 'fastify';
import { getJson, poolOf, postForm } from '../server/test-app.ts';
import { camtFile, type Entry } from './camt-files.ts';
import { confirmStatement } from './confirm-statement.ts';

let imported = 0;

/** Imports a statement with the given entries, lets a second person confirm it, and returns the ids of its lines in their order. */
export async function importEntries(...request: Parameters<typeof importUnconfirmed>): Promise<number[]> {
  const lines = await importUnconfirmed(...request);
  await confirmStatement(poolOf(request[0]), lines);
  return lines;
}

/** Imports a statement with the given entries, which nobody has confirmed, and returns the ids of its lines in their order. */
export async function importUnconfirmed(
  app: FastifyInstance,
  cookie: string,
  entries: Entry[],
  account?: string,
  /** The day of the statement and of its entries, as YYYY-MM-DD. */
  day?: string,
  currency?: string,
): Promise<number[]> {
  const name = `E${process.pid}-${++imported}`;
  const named = entries.map((entry, at) => ({ reference: `${name}-${at}`, endToEnd: `${name}-${at}`, ...entry }));
  const file = new File(
    [
      new Uint8Array(
        camtFile({
          number: name,
          entries: named,
          ...(account && { account }),
          ...(day && { day }),
          ...(currency && { currency }),
        }),
      ),
    ],
    'statement.xml',
  );
  const { status, body } = await postForm(app, '/api/admin/statements', [['file', file]], { cookie });
  if (status !== 200) throw new Error(`the statement was refused: ${JSON.stringify(body)}`);
  const ids: number[] = [];
  for (const { endToEnd } of named) {
    const found = await getJson(app, `/api/admin/statements/lines?search=${encodeURIComponent(endToEnd)}`, cookie);
    ids.push(found.body.items.find((line: { end_to_end_id: string }) => line.end_to_end_id === endToEnd).id);
  }
  return ids;
}
