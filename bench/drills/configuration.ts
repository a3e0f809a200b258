import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { selfSigned } from './certificate.ts';
import { scratch } from './drill-site.ts';

const UNITS = 'deploy/systemd';
/** Exposure by systemd-analyze, from 0 to 10; 10 is unrestricted. */
const MAX_EXPOSURE = 4;

/** Checks the files in deploy/ with the programs that read them. */
export async function configuration(): Promise<string[]> {
  const folder = await scratch();
  return [checkUnits(folder), checkHaproxy(folder), checkNginx(folder)];
}

function checkUnits(folder: string): string {
  if (isMissing('systemd-analyze')) return 'skipped: systemd-analyze is not installed (Debian package systemd)';
  const units = readdirSync(UNITS);
  for (const unit of units) {
    // systemd-analyze refuses a command that does not exist on this machine.
    const text = readFileSync(join(UNITS, unit), 'utf8').replace(/^(ExecStart=)\S+/m, `$1${process.execPath}`);
    writeFileSync(join(folder, unit), text);
  }
  accepts('systemd-analyze', ['verify', '--man=no', ...units.map((unit) => join(folder, unit))]);
  const exposures = units
    .filter((unit) => unit.endsWith('.service'))
    .map((unit) => {
      const report = accepts('systemd-analyze', ['security', '--offline=true', join(folder, unit)]);
      const exposure = Number(/exposure level.*?: ([\d.]+)/.exec(report)?.[1]);
      if (!(exposure <= MAX_EXPOSURE)) throw new Error(`${unit} has the exposure ${exposure}:\n${report}`);
      return `${unit} ${exposure}`;
    });
  return `systemd-analyze accepts ${units.length} units; exposure of 10: ${exposures.join(', ')}`;
}

function checkHaproxy(folder: string): string {
  if (isMissing('haproxy')) return 'skipped: haproxy is not installed';
  const text = withoutNames(readFileSync('deploy/haproxy.cfg', 'utf8')).replace(
    /crt \S+/,
    `crt ${selfSigned(folder, 'cars.example')}`,
  );
  writeFileSync(join(folder, 'haproxy.cfg'), text);
  accepts('haproxy', ['-c', '-f', join(folder, 'haproxy.cfg')]);
  return `haproxy ${versionOf('haproxy')} accepts haproxy.cfg`;
}

function checkNginx(folder: string): string {
  if (isMissing('nginx')) return 'skipped: nginx is not installed (Debian package nginx-light)';
  const text = withoutNames(readFileSync('deploy/nginx-cdn.conf', 'utf8'))
    .replace('/var/cache/nginx/carquay', join(folder, 'cache'))
    .replaceAll('/etc/nginx/tls/site.pem', selfSigned(folder, 'cars.example'));
  writeFileSync(join(folder, 'nginx.conf'), text);
  accepts('nginx', [
    '-t',
    '-p',
    folder,
    '-c',
    join(folder, 'nginx.conf'),
    '-g',
    `pid ${folder}/pid; error_log ${folder}/errors;`,
  ]);
  return `nginx ${versionOf('nginx')} accepts nginx-cdn.conf`;
}

/** nginx and haproxy refuse host names that do not resolve, and the sites' names resolve only in their network. */
const withoutNames = (text: string) => text.replaceAll(/\bsite-[ab]:/g, '127.0.0.1:');

const isMissing = (program: string) => spawnSync(program, ['-v']).error !== undefined;

function versionOf(program: string): string {
  const { stdout, stderr } = spawnSync(program, ['-v'], { encoding: 'utf8' });
  return /\d+\.\d+(\.\d+)?/.exec(stdout + stderr)?.[0] ?? '';
}

/** Runs a check and returns its output. Throws the output if the check fails or warns. */
function accepts(program: string, args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  const output = `${stdout}${stderr}`;
  if (status !== 0 || /\[WARNING\]|\[warn\]/.test(output)) throw new Error(`${program} ${args[0]}: ${output}`);
  return output;
}
