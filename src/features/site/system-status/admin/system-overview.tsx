import type { ReactNode } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import type { Load } from '#lib/pages/page-handlers.ts';
import { Icon } from '#ui/icon.tsx';
import { systemStatusCalls } from '../../office-calls.ts';
import type { SystemStatus } from '../model/system-status-contract.ts';
import { BackupFacts, CheckFacts, StorageFacts, VersionFacts } from './system-facts.tsx';
import { FailureTable, JobTable, ProcessTable, QueueTable, ServiceTable } from './system-tables.tsx';
import { durationText, nameText, sizeText } from './system-words.ts';

/** What needs attention first, then all figures. */
export function SystemOverview({ status }: { status: SystemStatus }) {
  const t = useTranslator();
  return (
    <>
      <Problems problems={problemsOf(status, t)} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <BackupFacts backups={status.backups} />
        <CheckFacts verification={status.verification} />
        <VersionFacts versions={status.versions} />
        <StorageFacts storage={status.storage} />
      </div>
      <Titled title={t('system.queues')}>
        <QueueTable queues={status.queues} />
      </Titled>
      <Titled title={t('system.failures')}>
        <FailureTable failures={status.failures} />
      </Titled>
      <Titled title={t('system.processes')}>
        <Processes status={status} />
      </Titled>
      <Titled title={t('system.jobs')}>
        <JobTable jobs={status.jobs} />
      </Titled>
      <Titled title={t('system.services')}>
        <ServiceTable services={status.services} />
      </Titled>
    </>
  );
}

/** Running processes, with those that ended folded away. */
function Processes({ status: { processes, ended } }: { status: SystemStatus }) {
  const t = useTranslator();
  const running = processes.filter(({ state }) => state === 'running');
  const others = processes.filter(({ state }) => state !== 'running');
  return (
    <>
      <ProcessTable title={t('system.processes')} processes={running} />
      {others.length > 0 && (
        <details>
          <summary className="cursor-pointer py-2.5 font-semibold">
            {t('system.processes.ended', { count: ended.stopped + ended.silent, silent: ended.silent })}
          </summary>
          <ProcessTable title={t('system.processes.lastEnded')} processes={others} />
        </details>
      )}
    </>
  );
}

function Titled({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 gap-3">
      <h2 className="text-lg">{title}</h2>
      {children}
    </div>
  );
}

function Problems({ problems }: { problems: string[] }) {
  const t = useTranslator();
  if (problems.length === 0)
    return (
      <p className="flex items-center gap-2 rounded-lg border border-line bg-verified-ground p-4 text-verified">
        {t('system.allWell')}
      </p>
    );
  return (
    <section aria-labelledby="attention" className="rounded-lg border border-waiting bg-waiting-ground p-4">
      <h2 id="attention" className="flex items-center gap-2 text-lg">
        <Icon name="warning" className="size-5 shrink-0 text-waiting" />
        {t('system.attention')}
      </h2>
      <ul className="mt-2 grid list-disc gap-1 break-words ps-6">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </section>
  );
}

/** As the alert QueueLate in `deploy/prometheus/alerts.yml`. */
const LATE_QUEUE_S = 5 * 60;
/** As the alert WorkStuck. An item may fail once because two processes met. */
const STUCK_AFTER = 3;
const LOW_DISK_BYTES = 5_000_000_000;

/** Returns the problems that an operator should look at, most urgent first. */
function problemsOf(status: SystemStatus, t: Translator): string[] {
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

export const loadSystemStatus: Load<SystemStatus> = ({ api }) => api.call(systemStatusCalls.show);
