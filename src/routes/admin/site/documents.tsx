import { useLoaderData, useSearchParams } from 'react-router';
import {
  DocumentSearch,
  DocumentTable,
  loadDocuments,
  RevokeForm,
  revokeDocument,
} from '#features/site/issued-documents/admin/documents.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, requireAdmin, serverLoader } from '#lib/pages/page-handlers.ts';
import { AdminPage, adminMeta, searchWith } from '#ui/admin/list-page.tsx';
import { LinkButton } from '#ui/button.tsx';

const load = requireAdmin(loadDocuments);
const act = requireAdmin(revokeDocument);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(act, ['number', 'reason']);
export const clientAction = browserAction(act);
export const meta = adminMeta('admin.documents.title');

export default function Documents() {
  const t = useTranslator();
  const { items, next } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  return (
    <AdminPage title="admin.documents.title" text="admin.documents.text">
      <DocumentSearch />
      <DocumentTable documents={items} />
      {next !== null && (
        <LinkButton to={{ search: searchWith(search, { before: String(next) }) }} className="justify-self-start">
          {t('admin.documents.older')}
        </LinkButton>
      )}
      <section className="mt-4 grid gap-4">
        <h2 className="text-lg">{t('admin.documents.revokeTitle')}</h2>
        <p className="max-w-prose">{t('admin.documents.revokeText')}</p>
        <RevokeForm />
      </section>
    </AdminPage>
  );
}
