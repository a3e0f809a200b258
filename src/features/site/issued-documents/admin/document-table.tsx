import { Link } from 'react-router';
import { href } from '#lib/api-client/api-call.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { type Column, DataTable } from '#ui/admin/data-table.tsx';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import { TEXT_LINK } from '#ui/text-link.ts';
import { UtcTime } from '#ui/utc-time.tsx';
import { adminDocumentCalls } from '../../office-calls.ts';
import { verifyPath } from '../client/verify-client.ts';
import type { ListedDocument } from '../model/admin-document-contract.ts';
import { printedCode } from '../model/document-code.ts';

/** The status words of StatusTag that have the fitting colors. */
const TONE = {
  valid: 'active',
  outdated: 'confirmed',
  expired: 'confirmed',
  superseded: 'confirmed',
  revoked: 'cancelled',
  key_compromised: 'cancelled',
} as const;

export function DocumentTable({ documents }: { documents: ListedDocument[] }) {
  const t = useTranslator();
  const columns: Column<ListedDocument>[] = [
    {
      id: 'number',
      head: t('admin.documents.number'),
      cell: ({ id, number }) => (
        <a href={href(adminDocumentCalls.file, { params: { id } })} className={TEXT_LINK}>
          {number}
        </a>
      ),
    },
    { id: 'kind', head: t('admin.documents.kind'), cell: ({ kind }) => t(`admin.documents.kind.${kind}`) },
    {
      id: 'state',
      head: t('admin.documents.state'),
      cell: ({ state, supersededBy }) => (
        <StatusTag status={TONE[state]}>
          {state === 'superseded'
            ? t('admin.documents.state.superseded', { number: supersededBy ?? '' })
            : t(`admin.documents.state.${state}`)}
        </StatusTag>
      ),
    },
    {
      id: 'subject',
      head: t('admin.documents.subject'),
      cell: ({ subject: { kind, id } }) => {
        if (kind === 'booking') return t('admin.documents.booking', { id: String(id) });
        if (kind !== 'order') return `${kind} ${id}`;
        return (
          <Link to={`${paths.adminOrders}?view=${id}`} className={TEXT_LINK}>
            {t('admin.documents.order', { id: String(id) })}
          </Link>
        );
      },
    },
    {
      id: 'code',
      head: t('admin.documents.code'),
      cell: ({ code }) => (
        <Link to={verifyPath(code)} className={TEXT_LINK}>
          {printedCode(code)}
        </Link>
      ),
    },
    { id: 'issued', head: t('admin.documents.issued'), cell: ({ issuedAt }) => <UtcTime time={issuedAt} /> },
  ];
  return (
    <DataTable
      caption={t('admin.documents.title')}
      columns={columns}
      rows={documents}
      keyOf={({ id }) => id}
      empty={t('admin.documents.none')}
    />
  );
}
