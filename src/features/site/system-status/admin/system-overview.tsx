import type { ReactNode } from 'react';
import { systemStatusCalls } from '#features/site/office-calls.ts';
import type { SystemStatus } from '#features/site/system-status/model/system-status-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import type { Load } from '#lib/pages/page-handlers.ts';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import { Icon } from '#ui/icon.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
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

type Fact = [name: string, value: ReactNode];

function FactBox({ id, title, facts, children }: { id: string; title: string; facts: Fact[]; children?: ReactNode }) {
  return (
    <section
      aria-labelledby={id}
      className="grid min-w-0 content-start gap-3 rounded-lg border border-line bg-surface p-4"
    >
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      {children}
      {facts.length > 0 && (
        <dl className="grid gap-2">
          {facts.map(([name, value]) => (
            <div key={name} className="flex flex-wrap justify-between gap-x-4 border-line border-t pt-2">
              <dt className="text-ink-soft">{name}</dt>
              <dd className="figures min-w-0 break-words">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

function BackupFacts({ backups }: Pick<SystemStatus, 'backups'>) {
  const t = useTranslator();
  const title = t('system.backups');
  if (backups.by !== 'site')
    return (
      <FactBox id="backups" title={title} facts={[]}>
        <p>{t(backups.by === 'operator' ? 'system.backups.operator' : 'system.backups.nobody')}</p>
      </FactBox>
    );
  if (backups.place === null)
    return (
      <FactBox id="backups" title={title} facts={[]}>
        <p>{t('system.backups.unknown')}</p>
      </FactBox>
    );
  const time = (at: string | null) => (at === null ? t('system.never') : <UtcTime time={at} />);
  const state = backups.late === null ? 'onTime' : 'late';
  return (
    <FactBox
      id="backups"
      title={title}
      facts={[
        [
          t('system.backups.state'),
          <StatusTag key="state" status={state === 'late' ? 'failed' : 'active'}>
            {t(`system.backups.${state}`)}
          </StatusTag>,
        ],
        [t('system.backups.place'), backups.place],
        [t('system.backups.base'), time(backups.base_at)],
        [t('system.backups.commits'), time(backups.commits_at)],
        [t('system.backups.files'), time(backups.files_at)],
      ]}
    />
  );
}

function CheckFacts({ verification }: Pick<SystemStatus, 'verification'>) {
  const t = useTranslator();
  const title = t('system.check');
  if (!verification)
    return (
      <FactBox id="check" title={title} facts={[]}>
        <p>{t('system.check.never')}</p>
      </FactBox>
    );
  const { ended_at: at, seconds, faults, findings } = verification;
  const result = faults === 0 ? t('system.check.right') : t('system.check.wrong', { count: faults });
  return (
    <FactBox
      id="check"
      title={title}
      facts={[
        [
          t('system.check.result'),
          <StatusTag key="result" status={faults === 0 ? 'active' : 'failed'}>
            {result}
          </StatusTag>,
        ],
        [t('system.check.last'), <UtcTime key="at" time={at} />],
        [t('system.check.took'), durationText(seconds, t)],
      ]}
    >
      {findings.length > 0 && (
        <ul className="grid gap-1 break-words text-danger text-sm">
          {findings.map((finding) => (
            <li key={finding}>{finding}</li>
          ))}
        </ul>
      )}
    </FactBox>
  );
}

function VersionFacts({ versions }: Pick<SystemStatus, 'versions'>) {
  const t = useTranslator();
  const names = ['release', 'build', 'schema', 'node', 'postgres'] as const;
  return (
    <FactBox
      id="versions"
      title={t('system.versions')}
      facts={names.map((name): Fact => [t(`system.versions.${name}`), versions[name]])}
    />
  );
}

function StorageFacts({ storage }: Pick<SystemStatus, 'storage'>) {
  const t = useTranslator();
  const { disk_free_bytes: free, uploads, upload_bytes: bytes } = storage;
  return (
    <FactBox
      id="storage"
      title={t('system.storage')}
      facts={[
        [t('system.storage.database'), sizeText(storage.database_bytes, t)],
        ...storage.tables.map(
          ({ name, bytes: size }): Fact => [t('system.storage.table', { table: name }), sizeText(size, t)],
        ),
        [t('system.storage.uploads'), t('system.storage.uploads.value', { count: uploads, size: sizeText(bytes, t) })],
        [t('system.storage.files'), t(`system.storage.files.${storage.files_in}`)],
        [t('system.diskFree'), free === null ? t('system.unknown') : sizeText(free, t)],
      ]}
    />
  );
}
