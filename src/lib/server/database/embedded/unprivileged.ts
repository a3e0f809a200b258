import { spawnSync } from 'node:child_process';
import { ConfigError } from '#lib/config-error.ts';

/** How to run PostgreSQL without root rights: a command prefix and the owner of its files. */
export type Unprivileged = { prefix: string[]; owner: { uid: number; gid: number } | null };

const NAMESPACE = ['unshare', '--user', '--map-user=1000', '--map-group=1000'];

/**
 * An ordinary user needs nothing. Root uses a user namespace or the postgres user, because PostgreSQL refuses to run as
 * root.
 */
export function unprivileged(): Unprivileged {
  if (process.getuid?.() !== 0) return { prefix: [], owner: null };
  if (runs([...NAMESPACE, 'true'])) return { prefix: NAMESPACE, owner: null };
  const [uid, gid] = ['-u', '-g'].map((which) =>
    Number(spawnSync('id', [which, 'postgres'], { encoding: 'utf8' }).stdout),
  );
  const asPostgres = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  if (uid && gid && runs([...asPostgres, 'true'])) return { prefix: asPostgres, owner: { uid, gid } };
  throw new ConfigError(
    'PostgreSQL cannot run as root here. Start CarQuay as an ordinary user, or set DATABASE_URL to your own database.',
  );
}

function runs([command = '', ...args]: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}
