import type { ReactNode } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import type { SystemStatus } from '../model/system-status-contract.ts';
import { durationText, sizeText } from './system-words.ts';

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

export function BackupFacts({ backups }: Pick<SystemStatus, 'backups'>) {
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

export function CheckFacts({ verification }: Pick<SystemStatus, 'verification'>) {
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

export function VersionFacts({ versions }: Pick<SystemStatus, 'versions'>) {
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

export function StorageFacts({ storage }: Pick<SystemStatus, 'storage'>) {
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
