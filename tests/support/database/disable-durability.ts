import pg from 'pg';

/** Turns off fsync and the like, which is faster and safe for a database that is deleted afterwards. Copies of databases are made by the kernel. */
export async function disableDurability(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
    await client.query(`alter system set ${setting} = off`);
  await client.query("alter system set file_copy_method = 'clone'");
  await client.query('select pg_reload_conf()');
  await client.end();
}
