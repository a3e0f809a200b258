import { AlertLink, stopAlerts } from '#features/site/notifications/components/alert-link.tsx';
import { browserAction, serverAction } from '#lib/pages/form-action.ts';
import { privateMeta } from '#lib/pages/page-handlers.ts';

export const action = serverAction(stopAlerts);
export const clientAction = browserAction(stopAlerts);
export const meta = privateMeta('alerts.stop.title', 'alerts.stop.text');

export default function StopAlerts() {
  return <AlertLink title="alerts.stop.title" text="alerts.stop.text" send="alerts.stop.send" />;
}
