import type { ServerBuild } from 'react-router';
import type { Config } from '#lib/server/config/config.ts';
import { installedDemo } from './demo-package.ts';
import { type Base, openBase } from './open-base.ts';
import { openSite } from './open-site.ts';
import type { Report } from './start/start-report.ts';
import { listenError, serveMetrics, tryPorts } from './start/try-ports.ts';

type Server = { base: Base; close(): Promise<void> };

/** Opens the database and the site, then listens. `close` drains the site and undoes these steps in reverse order. */
export async function serve(config: Config, pages: ServerBuild, report: Report): Promise<Server> {
  await tryPorts(config);
  const demo = await installedDemo();
  const base = await openBase(config, demo, report);
  const site = await openSite(base, { pages, mode: 'production', demo }).catch(async (error) => {
    await base.close();
    throw error;
  });
  let closeMetrics = async () => {};
  const close = async () => {
    await closeMetrics();
    await site.close();
    await base.close();
  };
  try {
    if (site.registry && config.metricsPort !== undefined)
      closeMetrics = await serveMetrics(site.registry, config.host, config.metricsPort);
    await site.app.listen({ port: config.port, host: config.host });
    const drainAndClose = async () => {
      await site.drain();
      await close();
    };
    return { base, close: drainAndClose };
  } catch (error) {
    await close();
    throw listenError(error, { ...config, setting: 'PORT' });
  }
}
