import { AlertLink, confirmAlerts } from '#features/site/notifications/components/alert-link.tsx';
import { browserAction, serverAction } from '#lib/pages/form-action.ts';
import { privateMeta } from '#lib/pages/page-handlers.ts';

export const action = serverAction(confirmAlerts);
export const clientAction = browserAction(confirmAlerts);
export const meta = privateMeta('alerts.confirm.title', 'alerts.confirm.text');

export default function ConfirmAlerts() {
  return <AlertLink title="alerts.confirm.title" text="alerts.confirm.text" send="alerts.confirm.send" />;
}
