import pg from 'pg';

/**
 * Makes a database that is deleted afterwards faster: no fsync and the like, copies of databases are made by the kernel, and a
 * statement is planned once for each connection instead of five times, since most connections of tests run it a few times.
 */
export async function disableDurability(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
    await client.query(`alter system set ${setting} = off`);
  await client.query("alter system set file_copy_method = 'clone'");
  await client.query("alter system set plan_cache_mode = 'force_generic_plan'");
  await client.query('select pg_reload_conf()');
  await client.end();
}
