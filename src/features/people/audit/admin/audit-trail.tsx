import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { UtcTime } from '#ui/utc-time.tsx';
import type { AuditEntryResponse } from '../model/audit-contract.ts';
import { AUDIT_ACTIONS } from '../model/audit-log.ts';

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

type Values = Record<string, unknown>;

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null;
const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Formats fields whose names end in `Cents` as dollars. */
function formatValue(name: string, value: unknown, t: Translator): string {
  if (isEmpty(value)) return '–';
  if (typeof value === 'number' && name.endsWith('Cents')) return t.cents(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Shows changed values before and after, then all other details. */
export function AuditDetails({ details }: { details: Values }) {
  const t = useTranslator();
  const { before, after, changed: _changed, ...others } = details;
  const rest = Object.entries(others).filter(([, value]) => !isEmpty(value));
  const [was, is] = [isObject(before) ? before : {}, isObject(after) ? after : {}];
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (field) => !isEmpty(was[field]) || !isEmpty(is[field]),
  );
  if (fields.length === 0 && rest.length === 0) return null;
  return (
    <ul className="grid gap-0.5 text-sm">
      {fields.map((field) => (
        <li key={field} className="wrap-anywhere">
          {t('admin.audit.change', {
            field,
            before: formatValue(field, was[field], t),
            after: formatValue(field, is[field], t),
          })}
        </li>
      ))}
      {rest.map(([name, value]) => (
        <li key={name} className="wrap-anywhere">
          {name.replace(/Cents$/, '')}: {formatValue(name, value, t)}
        </li>
      ))}
    </ul>
  );
}

/** The label of an action. Actions of earlier versions are shown as stored. */
export function actionLabel(action: string, t: Translator): string {
  const known = AUDIT_ACTIONS.find((candidate) => candidate === action);
  return known ? t(`admin.audit.action.${known}`) : action;
}
