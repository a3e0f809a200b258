import { isRouteErrorResponse, Outlet, useRouteError } from 'react-router';
import { isApiFailure } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { ListFailed } from '#ui/admin/list-page.tsx';
import { ErrorScreen } from '../error-screen.tsx';

export default function AdminScreen() {
  return <Outlet />;
}

/** Error boundary that keeps the navigation when a screen fails. */
export function ErrorBoundary() {
  const t = useTranslator();
  const error = useRouteError();
  const text = textOf(error);
  if (text === null) return <ErrorScreen error={error} />;
  return (
    <div className="grid gap-4">
      <h1 className="text-xl">{t('admin.error.title')}</h1>
      <ListFailed text={text} />
    </div>
  );
}

/** The server's text, as the browser receives it or from a page that the server rendered. */
function textOf(error: unknown): string | null {
  if (isApiFailure(error)) return error.message;
  return isRouteErrorResponse(error) && error.status === 403 ? String(error.data) : null;
}
