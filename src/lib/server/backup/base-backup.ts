import { pipeline, Readable } from 'node:stream';
import { constants, createZstdCompress } from 'node:zlib';
import pg from 'pg';
import { ConfigError } from '#lib/config-error.ts';
import type { BackupStore } from './backup-store.ts';
import { type Counted, packData, packEnd, packTexts } from './data-pack.ts';
import { baseFolder, type Manifest, manifestKey, nameAt, packKey } from './generation.ts';
import { type Lsn, lsnOf } from './wal-objects.ts';

/** Size of one encrypted object. Two of them are in memory at a time. */
const PACK_BYTES = 8 * 1024 * 1024;
/** Allows only one base at a time. */
const BASE_LOCK = 7_263_402;
const START_SEGMENT = /^START WAL LOCATION: .* \(file ([0-9A-F]{24})\)$/m;

/** The checkpoint at the start of a base takes minutes on a busy disk. */
const TIMES = { connectionTimeoutMillis: 5_000, query_timeout: 10 * 60_000 };

type Options = {
  /** Of the owner of the database. */
  url: string;
  store: BackupStore;
  /** PostgreSQL's data folder. */
  data: string;
  productVersion: string;
  stopping: AbortSignal;
  /** Resolves once WAL up to a position and the files of that moment are archived. Only then does the base count. */
  archived(stopLsn: Lsn, endedAt: Date): Promise<void>;
};

/** Copies the data folder of a running PostgreSQL. The connection stays open all the time: its end would abort the backup. */
export async function makeBase({ url, store, data, productVersion, stopping, archived }: Options): Promise<Manifest> {
  const client = new pg.Client({ connectionString: url, ...TIMES });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows: locks } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [BASE_LOCK]);
    if (!locks[0]?.got) throw new ConfigError('Another base backup of this database is being made. Try again later.');
    await removeUnfinished(store);
    const { name, startedAt, startLsn } = await begin(client);
    const counted: Counted = { files: 0, bytes: 0 };
    let labelFile = '';
    let ended = { stopLsn: '', endedAt: startedAt };
    async function* content() {
      yield* packData(data, counted);
      const { label, spaces, ...end } = await finish(client);
      labelFile = label;
      ended = end;
      yield* packTexts({ backup_label: label, ...(spaces !== '' && { tablespace_map: spaces }) });
      yield packEnd();
    }
    const packs = await putPacks(store, name, content(), stopping);
    const about = await describe(client);
    await archived(lsnOf(ended.stopLsn), ended.endedAt);
    const manifest: Manifest = {
      format: 1,
      name,
      startedAt: startedAt.toISOString(),
      endedAt: ended.endedAt.toISOString(),
      startLsn,
      stopLsn: ended.stopLsn,
      startSegment: START_SEGMENT.exec(labelFile)?.[1] ?? '',
      ...about,
      productVersion,
      ...counted,
      packs,
    };
    await store.putJson(manifestKey(name), manifest);
    return manifest;
  } finally {
    client.end().catch(() => {});
  }
}

/** The caller holds the lock, so a base without a manifest was interrupted. */
async function removeUnfinished(store: BackupStore): Promise<void> {
  for await (const name of store.folders('bases'))
    if (!(await store.read(manifestKey(name)))) await store.removeFolder(baseFolder(name));
}

async function begin(client: pg.Client): Promise<{ name: string; startedAt: Date; startLsn: string }> {
  const { rows } = await client.query<{ at: Date; lsn: string }>(
    "select clock_timestamp() as at, pg_backup_start('carquay', true)::text as lsn",
  );
  const { at, lsn } = rows[0]!;
  return { name: nameAt(at), startedAt: at, startLsn: lsn };
}

async function finish(client: pg.Client) {
  const { rows } = await client.query<{ lsn: string; label: string; spaces: string; at: Date }>(
    'select lsn::text as lsn, labelfile as label, spcmapfile as spaces, clock_timestamp() as at from pg_backup_stop(false)',
  );
  const { lsn, label, spaces, at } = rows[0]!;
  return { stopLsn: lsn, label, spaces, endedAt: at };
}

async function describe(client: pg.Client): Promise<Pick<Manifest, 'postgresMajor' | 'lastMigration'>> {
  const { rows } = await client.query<{ version: string; migrated: boolean }>(
    `select current_setting('server_version_num')::int / 10000 || '' as version,
       to_regclass('schema_migrations') is not null as migrated`,
  );
  const { version, migrated } = rows[0]!;
  if (!migrated) return { postgresMajor: version, lastMigration: 'none' };
  const { rows: names } = await client.query<{ name: string }>('select max(name) as name from schema_migrations');
  return { postgresMajor: version, lastMigration: names[0]?.name ?? 'none' };
}

/** Compresses a stream and stores it as encrypted objects of limited size. */
async function putPacks(
  store: BackupStore,
  name: string,
  content: AsyncIterable<Buffer>,
  stopping: AbortSignal,
): Promise<Manifest['packs']> {
  const packs: Manifest['packs'] = [];
  const put = async (bytes: Buffer) => {
    stopping.throwIfAborted();
    const key = packKey(name, packs.length);
    const sealed = await store.put(key, bytes);
    packs.push({ key, bytes: sealed.length });
  };
  let waiting: Buffer[] = [];
  let bytes = 0;
  const source = Readable.from(content, { objectMode: true });
  const compressed = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 1 } });
  for await (const chunk of pipeline(source, compressed, () => {})) {
    waiting.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (bytes < PACK_BYTES) continue;
    await put(Buffer.concat(waiting));
    [waiting, bytes] = [[], 0];
  }
  await put(Buffer.concat(waiting));
  return packs;
}
