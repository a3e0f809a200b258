import { Form, Link, useSearchParams } from 'react-router';
import { href } from '#lib/api-client/api-call.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { type FormAction, outcomeOf } from '#lib/pages/form-action.ts';
import type { Load } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { type Column, DataTable } from '#ui/admin/data-table.tsx';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import { Button, TEXT_LINK } from '#ui/button.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { INPUT, TextAreaField, TextField } from '#ui/forms/fields.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { adminDocumentCalls } from '../../office-calls.ts';
import { verifyPath } from '../client/verify-client.ts';
import { printedCode } from '../model/document.ts';
import { MAX_REASON_LENGTH, revocationProblems } from '../model/revocation-form.ts';
import type { DocumentsResponse, ListedDocument } from '../model/verify-contract.ts';

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

export function DocumentSearch() {
  const t = useTranslator();
  const q = useSearchParams()[0].get('q') ?? '';
  return (
    <Form role="search" className="flex flex-wrap items-end gap-3">
      <label className="grid flex-1 basis-64 gap-1.5 font-semibold sm:max-w-sm">
        {t('admin.documents.search')}
        <input key={q} name="q" type="search" maxLength={60} defaultValue={q} className={INPUT} />
      </label>
      <Button type="submit">{t('admin.documents.find')}</Button>
    </Form>
  );
}

export function RevokeForm() {
  const t = useTranslator();
  return (
    <ActionForm check={revocationProblems} className="grid max-w-xl gap-5">
      <TextField name="number" label={t('admin.documents.number')} maxLength={40} autoComplete="off" />
      <TextAreaField
        name="reason"
        label={t('admin.documents.reason')}
        hint={t('admin.documents.reason.hint')}
        maxLength={MAX_REASON_LENGTH}
        rows={3}
      />
      <SubmitButton kind="danger" busy={t('admin.documents.revoking')}>
        {t('admin.documents.revoke')}
      </SubmitButton>
    </ActionForm>
  );
}

/** Loader and action of the page of documents. */

export const loadDocuments: Load<DocumentsResponse> = ({ api, url }) => {
  const [q, before] = [url.searchParams.get('q'), Number(url.searchParams.get('before'))];
  return api.call(adminDocumentCalls.list, {
    query: { ...(q !== null && { q: q.slice(0, 60) }), ...(before > 0 && { before }) },
  });
};

export const revokeDocument: FormAction = async ({ api, values: { number = '', reason = '' } }) => {
  return outcomeOf(await api.call(adminDocumentCalls.revoke, { body: { number, reason } }));
};
