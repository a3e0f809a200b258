/** `npm run drill -- NAME`: rehearses an incident against started sites, prints what happened and fails if the goal is missed. */
import { backup } from './backup.ts';
import { cdn } from './cdn.ts';
import { configuration } from './configuration.ts';
import { failover } from './failover.ts';
import { frozenDatabase } from './frozen-database.ts';
import { image } from './image.ts';
import { majorUpgrade } from './major-upgrade.ts';
import { migrationLocks } from './migration-locks.ts';
import { monitoring } from './monitoring.ts';
import { olderRelease } from './older-release.ts';
import { pgbouncer } from './pgbouncer.ts';
import { readReplica } from './read-replica.ts';
import { rollingRestart } from './rolling-restart.ts';
import { soak } from './soak/soak.ts';
import { tracing } from './tracing.ts';
import { twoBuilds } from './two-builds.ts';

/** Returns lines for docs/operations/drills.md. Throws if the goal is missed. */
export type Drill = (options: string[]) => Promise<string[]>;

const DRILLS: Record<string, Drill> = {
  'frozen-database': frozenDatabase,
  'rolling-restart': rollingRestart,
  'two-builds': twoBuilds,
  failover,
  'read-replica': readReplica,
  'older-release': olderRelease,
  pgbouncer,
  'major-upgrade': majorUpgrade,
  'migration-locks': migrationLocks,
  monitoring,
  configuration,
  image,
  cdn,
  tracing,
  backup,
  soak,
};

// Each server and folder of a drill is cleared at the exit.
process.setMaxListeners(50);
const [name = '', ...options] = process.argv.slice(2);
const drill = DRILLS[name];
if (!drill) {
  console.error(`Name a drill: npm run drill -- ${Object.keys(DRILLS).join(' | ')}`);
  process.exit(2);
}
try {
  for (const line of await drill(options)) console.log(line);
  process.exit(0);
} catch (error) {
  console.error(`The drill ${name} failed: ${(error as Error).message}`);
  process.exit(1);
}
