import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import type { AuditEntryResponse } from '../model/audit-contract.ts';
import { actionLabel } from './action-label.ts';
import { AuditDetails } from './audit-details.tsx';

export function AuditTrail({ entries }: { entries: AuditEntryResponse[] }) {
  const t = useTranslator();
  if (entries.length === 0) return <p className="text-ink-soft">{t('admin.audit.nothing')}</p>;
  return (
    <ol className="grid gap-2">
      {entries.map((entry) => (
        <li key={entry.id} className="grid gap-0.5 rounded-md border border-line p-3">
          <p className="font-semibold">{actionLabel(entry.action, t)}</p>
          <p className="text-ink-soft text-sm">
            <UtcTime time={entry.at} /> · <ActorText actor={entry.actor} />
          </p>
          <AuditDetails details={entry.details} />
        </li>
      ))}
    </ol>
  );
}

export function ActorText({ actor: { kind, id, name } }: { actor: AuditEntryResponse['actor'] }) {
  const t = useTranslator();
  const role = t(`admin.audit.actor.${kind as 'visitor' | 'user' | 'admin' | 'system'}`);
  return id === null ? role : `${role} ${id}${name ? ` (${name})` : ''}`;
}
