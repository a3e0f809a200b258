import { Link } from 'react-router';
import type { AuditEntryResponse, AuditResponse } from '#features/people/audit/model/audit-contract.ts';
import { AUDIT_ACTIONS, AUDIT_ACTORS } from '#features/people/audit/model/audit-log.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { paths } from '#paths.ts';
import { DataTable } from '#ui/admin/data-table.tsx';
import { FilterPanel } from '#ui/admin/filter-panel.tsx';
import { KeysetPager } from '#ui/admin/list-page.tsx';
import { UtcTime } from '#ui/utc-time.tsx';

const SUBJECTS = ['user', 'admin', 'listing', 'booking', 'order', 'payment', 'review', 'approval'] as const;

export function AuditFilterPanel({ actions }: { actions: string[] }) {
  const t = useTranslator();
  return (
    <FilterPanel
      fields={[
        {
          name: 'actor',
          label: t('admin.audit.actor'),
          options: AUDIT_ACTORS.map((actor) => ({ value: actor, label: t(`admin.audit.actor.${actor}`) })),
        },
        { name: 'actorId', kind: 'digits', label: t('admin.audit.actorId') },
        {
          name: 'action',
          label: t('admin.audit.action'),
          options: actions.map((action) => ({ value: action, label: actionLabel(action, t) })),
        },
        {
          name: 'subject',
          label: t('admin.audit.subject'),
          options: SUBJECTS.map((subject) => ({ value: subject, label: t(`admin.audit.subject.${subject}`) })),
        },
        { name: 'subjectId', kind: 'digits', label: t('admin.audit.subjectId') },
        { name: 'from', kind: 'date', label: t('admin.audit.from') },
        { name: 'to', kind: 'date', label: t('admin.audit.to') },
      ]}
    />
  );
}

export function AuditTable({ audit: { items, next } }: { audit: AuditResponse }) {
  const t = useTranslator();
  return (
    <div className="grid gap-4">
      <DataTable
        caption={t('admin.audit.title')}
        rows={items}
        keyOf={({ id }) => id}
        empty={t('admin.audit.none')}
        columns={[
          { id: 'at', head: t('admin.audit.at'), cell: ({ at }) => <UtcTime time={at} /> },
          { id: 'actor', head: t('admin.audit.actor'), cell: ({ actor }) => <ActorText actor={actor} /> },
          { id: 'action', head: t('admin.audit.action'), cell: ({ action }) => actionLabel(action, t) },
          { id: 'subject', head: t('admin.audit.subject'), cell: ({ subject }) => <Subject subject={subject} /> },
          { id: 'details', head: t('admin.audit.details'), cell: ({ details }) => <AuditDetails details={details} /> },
          { id: 'origin', head: t('admin.audit.origin'), cell: ({ ip }) => ip ?? t('admin.table.none') },
        ]}
      />
      <KeysetPager next={next} />
    </div>
  );
}

/** Pages that show a subject with `?view=<id>`. */
const SUBJECT_PAGES: Record<string, string> = {
  admin: paths.people,
  user: paths.userManagement,
  listing: paths.carManagement,
  booking: paths.bookingManagement,
  order: paths.adminOrders,
  payment: paths.paymentManagement,
};

function Subject({ subject }: { subject: AuditEntryResponse['subject'] }) {
  const t = useTranslator();
  if (!subject) return t('admin.table.none');
  const known = SUBJECTS.find((kind) => kind === subject.kind);
  const label = `${known ? t(`admin.audit.subject.${known}`) : subject.kind} ${subject.id}`;
  const page = SUBJECT_PAGES[subject.kind];
  if (page === undefined) return label;
  return (
    <Link to={`${page}?view=${subject.id}`} className="text-link underline underline-offset-4">
      {label}
    </Link>
  );
}

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
function actionLabel(action: string, t: Translator): string {
  const known = AUDIT_ACTIONS.find((candidate) => candidate === action);
  return known ? t(`admin.audit.action.${known}`) : action;
}
