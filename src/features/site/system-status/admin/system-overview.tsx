import type { ReactNode } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon } from '#ui/icon.tsx';
import type { SystemStatus } from '../model/system-status-contract.ts';
import { problemsOf } from './problems.ts';
import { BackupFacts, CheckFacts, StorageFacts, VersionFacts } from './system-facts.tsx';
import { FailureTable, JobTable, ProcessTable, QueueTable, ServiceTable } from './system-tables.tsx';

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
