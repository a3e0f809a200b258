/** `npm start` and `npm run dev`. Prints what it does; the last line is the address to open. */
import { readConfig } from '#platform/config/config.ts';
import { PRODUCT_NAME } from '#platform/config/product.ts';
import { operatorSentence } from '#platform/operator-error.ts';
import { serve } from '#server/serve.ts';

const report = (line: string) => console.log(line);

function fail(error: unknown): never {
  console.error(operatorSentence(error) ?? error);
  process.exit(1);
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const mode = process.argv.includes('--dev') ? 'development' : 'production';
  const server = await serve(config, mode, report);
  let closing = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (closing) process.exit(1);
      closing = true;
      report('Closing');
      server.close().then(() => process.exit(0), fail);
    });
  }
  for (const { who, email, password } of server.firstLogins) report(`Login of the ${who}: ${email}  ${password}`);
  if (server.firstLogins.length > 0)
    report(`These logins are shown once; they are also in ${config.dataDir}/first-logins.txt`);
  report(`${PRODUCT_NAME} is open at ${server.address}`);
}

start().catch(fail);
