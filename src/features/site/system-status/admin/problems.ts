import type { Translator } from '#lib/i18n/translator.ts';
import type { SystemStatus } from '../model/system-status-contract.ts';
import { durationText, nameText, sizeText } from './system-words.ts';

/** As the alert QueueLate in `deploy/prometheus/alerts.yml`. */
const LATE_QUEUE_S = 5 * 60;
/** As the alert WorkStuck. An item may fail once because two processes met. */
const STUCK_AFTER = 3;
const LOW_DISK_BYTES = 5_000_000_000;

/** What an operator should look at, in words, the most urgent first. */
export function problemsOf(status: SystemStatus, t: Translator): string[] {
  const { processes, ended, jobs, queues, failures, services, backups, verification, storage } = status;
  const free = storage.disk_free_bytes;
  const releases = new Set(processes.filter(({ state }) => state === 'running').map(({ version }) => version));
  const lastSilent = processes.find(({ state }) => state === 'silent');
  return [
    verification && verification.faults > 0 ? t('system.problem.faults', { count: verification.faults }) : null,
    backups.by === 'nobody' ? t('system.problem.noBackups') : null,
    backups.late === null ? null : t('system.problem.backupsLate', { reason: backups.late }),
    free !== null && free < LOW_DISK_BYTES ? t('system.problem.disk', { size: sizeText(free, t) }) : null,
    ...services
      .filter(({ works }) => !works)
      .map(({ name, since, reason }) =>
        t('system.problem.service', {
          service: nameText('service', name, t),
          time: t.utcTime(since),
          reason: reason ?? t('system.unknown'),
        }),
      ),
    ...queues
      .filter(({ oldest_s: oldest }) => oldest > LATE_QUEUE_S)
      .map(({ queue, oldest_s: oldest }) =>
        t('system.problem.queue', { queue: nameText('queue', queue, t), wait: durationText(oldest, t) }),
      ),
    ...failures
      .filter((failure) => failure.failures >= STUCK_AFTER)
      .map(({ queue, item, failures: count, error }) =>
        t('system.problem.stuck', { queue: nameText('queue', queue, t), item, count, error }),
      ),
    ...jobs
      .filter(({ state }) => state === 'late')
      .map(({ name }) => t('system.problem.jobLate', { job: nameText('job', name, t) })),
    ...jobs
      .filter(({ state }) => state === 'failing')
      .map(({ name, error }) =>
        t('system.problem.jobFailing', { job: nameText('job', name, t), error: error ?? t('system.unknown') }),
      ),
    lastSilent &&
      t('system.problem.silent', { count: ended.silent, host: lastSilent.host, time: t.utcTime(lastSilent.seen_at) }),
    releases.size > 1 ? t('system.problem.releases', { releases: [...releases].sort().join(', ') }) : null,
    verification ? (verification.is_late ? t('system.problem.unchecked') : null) : t('system.problem.neverChecked'),
  ].filter((problem) => typeof problem === 'string');
}
