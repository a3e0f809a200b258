import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withClient } from '../database/database-server.ts';

/** Makes the sessions of a user look as if they proved the password an hour ago. */
export async function ageSessions(email: string): Promise<void> {
  const state = readFileSync(join(process.env.DATA_DIR ?? '', 'postgres', 'running.json'), 'utf8');
  const { url } = JSON.parse(state) as { url: string };
  await withClient(url, (client) =>
    client.query(
      "update sessions set proved_at = now() - interval '1 hour' where user_id = (select id from users where email = $1)",
      [email],
    ),
  );
}
