import type { ServerBuild } from 'react-router';
import { ConfigError } from '#lib/config-error.ts';
import type { Config } from '#lib/server/config/config.ts';
import { installedDemo } from './demo-package.ts';
import { type Base, openBase, type Report } from './open-base.ts';
import { openSite } from './open-site.ts';

export type Server = { base: Base; close(): Promise<void> };

/** Opens the database and the site, then listens. `close` undoes these steps in reverse order. */
export async function serve(config: Config, pages: ServerBuild, report: Report): Promise<Server> {
  const demo = await installedDemo();
  const base = await openBase(config, demo, report);
  const site = await openSite(base, { pages, mode: 'production', demo, report }).catch(async (error) => {
    await base.close();
    throw error;
  });
  const close = async () => {
    await site.close();
    await base.close();
  };
  try {
    await site.app.listen({ port: config.port, host: config.host });
    return { base, close };
  } catch (error) {
    await close();
    throw portError(error, config.port);
  }
}

/** Turns errors of listening on a port into a `ConfigError`; returns any other error unchanged. */
export function portError(error: unknown, port: number): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return new ConfigError(`Port ${port} is already in use. Set PORT to a free port.`);
  if (code === 'EACCES')
    return new ConfigError(`No permission to listen on port ${port}. Set PORT to a number above 1023.`);
  return error;
}
