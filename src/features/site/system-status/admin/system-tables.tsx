import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { DataTable } from '#ui/admin/data-table.tsx';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import type { SystemStatus } from '../model/system-status-contract.ts';
import { durationText, nameText, sizeText } from './system-words.ts';

/** Statuses of the design system whose colors fit. */
const LOOK = {
  running: 'active',
  stopped: 'confirmed',
  silent: 'failed',
  ok: 'active',
  failing: 'failed',
  late: 'late',
};

/** A time, or a word instead. */
function Time({ at }: { at: string | null }) {
  const t = useTranslator();
  return at === null ? t('system.never') : <UtcTime time={at} />;
}

export function ProcessTable({ title, processes }: { title: string } & Pick<SystemStatus, 'processes'>) {
  const t = useTranslator();
  return (
    <DataTable
      caption={title}
      withoutControls
      rows={processes}
      keyOf={({ id }) => id}
      empty={t('system.processes.none')}
      columns={[
        {
          id: 'process',
          head: t('system.process'),
          cell: ({ host, pid }) => t('system.process.name', { host, pid: String(pid) }),
        },
        {
          id: 'state',
          head: t('system.state'),
          cell: ({ state }) => <StatusTag status={LOOK[state]}>{t(`system.state.${state}`)}</StatusTag>,
        },
        {
          id: 'release',
          head: t('system.release'),
          cell: ({ version, build }) => t('system.release.build', { release: version, build }),
        },
        { id: 'started', head: t('system.started'), cell: ({ started_at: at }) => <UtcTime time={at} /> },
        { id: 'seen', head: t('system.seen'), cell: ({ seen_at: at }) => <UtcTime time={at} /> },
        {
          id: 'memory',
          head: t('system.memory'),
          figures: true,
          cell: ({ memory_bytes: bytes }) => sizeText(bytes, t),
        },
        {
          id: 'disk',
          head: t('system.diskFree'),
          figures: true,
          cell: ({ disk_free_bytes: bytes }) => (bytes === null ? t('system.unknown') : sizeText(bytes, t)),
        },
      ]}
    />
  );
}

export function JobTable({ jobs }: Pick<SystemStatus, 'jobs'>) {
  const t = useTranslator();
  return (
    <DataTable
      caption={t('system.jobs')}
      withoutControls
      rows={jobs}
      keyOf={({ name }) => name}
      empty={t('system.jobs.none')}
      columns={[
        { id: 'job', head: t('system.job'), cell: ({ name }) => nameText('job', name, t) },
        {
          id: 'state',
          head: t('system.state'),
          cell: ({ state }) => <StatusTag status={LOOK[state]}>{t(`system.jobState.${state}`)}</StatusTag>,
        },
        { id: 'last', head: t('system.lastRun'), cell: ({ started_at: at }) => <Time at={at} /> },
        { id: 'next', head: t('system.nextRun'), cell: ({ next_at: at }) => <UtcTime time={at} /> },
        {
          id: 'error',
          head: t('system.lastError'),
          cell: ({ failed_at: at, error }) =>
            at === null ? (
              t('system.lastError.none')
            ) : (
              <>
                {error} · <UtcTime time={at} />
              </>
            ),
        },
        { id: 'leased', head: t('system.leased'), figures: true, cell: ({ leased }) => t.number(leased) },
      ]}
    />
  );
}

export function QueueTable({ queues }: Pick<SystemStatus, 'queues'>) {
  const t = useTranslator();
  return (
    <DataTable
      caption={t('system.queues')}
      withoutControls
      rows={queues}
      keyOf={({ queue }) => queue}
      empty=""
      columns={[
        { id: 'queue', head: t('system.queue'), cell: ({ queue }) => nameText('queue', queue, t) },
        { id: 'waiting', head: t('system.waiting'), figures: true, cell: ({ waiting }) => t.number(waiting) },
        {
          id: 'oldest',
          head: t('system.oldest'),
          figures: true,
          cell: ({ waiting, oldest_s: seconds }) => (waiting === 0 ? '–' : durationText(seconds, t)),
        },
      ]}
    />
  );
}

export function FailureTable({ failures }: Pick<SystemStatus, 'failures'>) {
  const t = useTranslator();
  return (
    <DataTable
      caption={t('system.failures')}
      withoutControls
      rows={failures}
      keyOf={({ queue, item }) => `${queue} ${item}`}
      empty={t('system.failures.none')}
      columns={[
        { id: 'queue', head: t('system.queue'), cell: ({ queue }) => nameText('queue', queue, t) },
        { id: 'item', head: t('system.item'), cell: ({ item }) => item },
        {
          id: 'failures',
          head: t('system.failureCount'),
          figures: true,
          cell: ({ failures: count }) => t.number(count),
        },
        { id: 'error', head: t('system.lastError'), cell: ({ error }) => error },
        { id: 'first', head: t('system.since'), cell: ({ first_at: at }) => <UtcTime time={at} /> },
        { id: 'next', head: t('system.nextTry'), cell: ({ retry_at: at }) => <UtcTime time={at} /> },
      ]}
    />
  );
}

export function ServiceTable({ services }: Pick<SystemStatus, 'services'>) {
  const t = useTranslator();
  return (
    <DataTable
      caption={t('system.services')}
      withoutControls
      rows={services}
      keyOf={({ host, name, since }) => `${host} ${name} ${since}`}
      empty={t('system.services.none')}
      columns={[
        { id: 'service', head: t('system.service'), cell: ({ name }) => nameText('service', name, t) },
        { id: 'by', head: t('system.seenBy'), cell: ({ host }) => host },
        {
          id: 'state',
          head: t('system.state'),
          cell: ({ works }) => (
            <StatusTag status={works ? LOOK.ok : LOOK.failing}>
              {t(works ? 'system.service.works' : 'system.service.fails')}
            </StatusTag>
          ),
        },
        { id: 'since', head: t('system.since'), cell: ({ since }) => <UtcTime time={since} /> },
        { id: 'reason', head: t('system.lastError'), cell: ({ reason }) => reason ?? t('system.lastError.none') },
      ]}
    />
  );
}
