/** Runs the site until SIGINT or SIGTERM. The last line it prints is the URL to open. */
import { openSync } from 'node:fs';
import * as pages from 'virtual:react-router/server-build';
import { configErrorMessage } from '#lib/config-error.ts';
import { PRODUCT_NAME } from '#lib/product.ts';
import { readConfig, siteAddress } from '#lib/server/config/config.ts';
import { BUILD_FOLDER } from '#lib/server/project-root.ts';
import { reportLogins } from './open-base.ts';
import { serve } from './serve.ts';

/** Running requests and jobs may take this long after the drain. What is unfinished then is repeated later, or was not confirmed. */
const MAX_CLOSE_MS = 15_000;

const report = (line: string) => console.log(line);

function fail(error: unknown): never {
  console.error(configErrorMessage(error) ?? error);
  process.exit(1);
}

async function run(): Promise<void> {
  // Held for life: further builds in this folder then keep the files of this one (scripts/setup/builds.mjs).
  openSync(BUILD_FOLDER, 'r');
  const config = readConfig(process.env);
  const server = await serve(config, pages, report);
  let closing = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (closing) process.exit(1);
      closing = true;
      report('Stopping');
      setTimeout(
        () => {
          report('Stopped after 15 seconds, before all requests and jobs were finished');
          process.exit(1);
        },
        config.drainSeconds * 1_000 + MAX_CLOSE_MS,
      ).unref();
      server.close().then(() => process.exit(0), fail);
    });
  }
  reportLogins(server.base, report);
  report(`${PRODUCT_NAME} is open at ${siteAddress(config)}`);
}

run().catch(fail);
