import { Outlet, useRouteError } from 'react-router';
import { isApiFailure } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { ListFailed } from '#ui/admin/list-state.tsx';
import { ErrorScreen } from '../error-screen.tsx';

export default function AdminScreen() {
  return <Outlet />;
}

/** Error boundary that keeps the navigation when a screen fails. */
export function ErrorBoundary() {
  const t = useTranslator();
  const error = useRouteError();
  if (!isApiFailure(error)) return <ErrorScreen error={error} />;
  return (
    <div className="grid gap-4">
      <h1 className="text-xl">{t('admin.error.title')}</h1>
      <ListFailed text={error.message} />
    </div>
  );
}
