/**
 * `npm run advisories` checks the registry for known vulnerabilities of the packages that run on a site. It distinguishes an unreachable
 * registry (a warning; with --strict a failure) from findings (a failure).
 */
import { spawnSync } from 'node:child_process';
import { readAudit } from './supply-chain/read-audit.ts';

const TIMEOUT_MS = Number(process.env.ADVISORIES_TIMEOUT_MS ?? 60_000);
const ARGUMENTS = ['audit', '--omit=dev', '--package-lock-only', '--json', '--fetch-retries=1'];

const { stdout, error } = spawnSync('npm', ARGUMENTS, { encoding: 'utf8', timeout: TIMEOUT_MS, killSignal: 'SIGKILL' });
const audit = error ? { asked: false as const, reason: error.message } : readAudit(stdout);
if (!audit.asked) {
  const isStrict = process.argv.includes('--strict');
  // The format of a line in a workflow's summary.
  if (process.env.GITHUB_ACTIONS)
    console.log(`::${isStrict ? 'error' : 'warning'} title=Advisories not checked::${audit.reason}`);
  console.log(`Not checked: the registry could not be asked about vulnerabilities (${audit.reason}).`);
  process.exit(isStrict ? 2 : 0);
}
for (const finding of audit.findings) console.log(finding);
console.log(
  audit.findings.length > 0
    ? `${audit.findings.length} packages have a known vulnerability. docs/operations/security.md says what to do.`
    : `Checked: ${audit.packages} packages, no known vulnerability.`,
);
process.exit(audit.findings.length > 0 ? 1 : 0);
