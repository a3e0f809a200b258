import { Link } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { DataTable } from '#ui/admin/data-table.tsx';
import { FilterPanel } from '#ui/admin/filter-panel.tsx';
import { KeysetPager } from '#ui/admin/list-page.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import type { AuditEntryResponse, AuditResponse } from '../model/audit-contract.ts';
import { AUDIT_ACTORS } from '../model/audit-log.ts';
import { ActorText, AuditDetails, actionLabel } from './audit-trail.tsx';

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
