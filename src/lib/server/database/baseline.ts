import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { ConfigError } from '#lib/config-error.ts';

export type Migration = { name: string; sql: string; checksum: string };

/** Content of `baseline.json`: the migrations of an earlier release with their checksums, and those that replaced them. */
type Baseline = { replacedRelease: string; replaced: Record<string, string>; baseline: string[] };

/**
 * Records the baseline as done in a database that was created by all of the migrations it replaced, and returns the names
 * recorded. The tables stay as they are; only the baseline's comments on them are applied. Returns nothing if the database
 * has the baseline, or none of the replaced migrations. Throws `ConfigError` if it has only some of them.
 */
export async function adoptBaseline(
  client: pg.PoolClient,
  folder: string,
  migrations: Migration[],
  done: Map<string, string>,
): Promise<string[]> {
  const known = await readBaseline(folder);
  if (!known?.baseline.every((name) => !done.has(name))) return [];
  const replaced = Object.entries(known.replaced);
  if (!replaced.some(([name]) => done.has(name))) return [];
  const release = `CarQuay ${known.replacedRelease}`;
  const absent = replaced.filter(([name, checksum]) => done.get(name) !== checksum).map(([name]) => name);
  if (absent.length > 0) {
    throw new ConfigError(
      `The database has ${replaced.length - absent.length} of the ${replaced.length} migrations of ${release}; ` +
        `${absent[0]} is missing or was changed. Run "npm run migrate" of ${release} on this database, then start this version again.`,
    );
  }
  const adopted = migrations.filter(({ name }) => known.baseline.includes(name));
  try {
    await client.query('begin');
    for (const { name, sql, checksum } of adopted) {
      for (const comment of commentsOf(sql)) await client.query(comment);
      await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
    }
    await client.query('commit');
  } catch (error) {
    throw new ConfigError(`Taking over the schema of ${release} failed: ${(error as Error).message}.`, error);
  }
  return adopted.map(({ name }) => name);
}

async function readBaseline(folder: string): Promise<Baseline | null> {
  try {
    return JSON.parse(await readFile(join(folder, 'baseline.json'), 'utf8'));
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  }
}

/** The COMMENT statements of a migration; each starts and ends a line. */
function commentsOf(sql: string): string[] {
  return sql.match(/^comment on .*?';$/gms) ?? [];
}
