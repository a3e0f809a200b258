import { useLoaderData } from 'react-router';
import { PushPart } from '#features/site/notifications/components/push-part.tsx';
import { loadSettings, SettingsForm, saveSettings } from '#features/site/notifications/components/settings-form.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, privateMeta, requireUser, serverLoader } from '#lib/pages/page-handlers.ts';

const load = requireUser(loadSettings);
const save = requireUser(saveSettings);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(save);
export const clientAction = browserAction(save);
export const meta = privateMeta('alerts.settings.title', 'alerts.settings.about');

export default function NotificationSettings() {
  const t = useTranslator();
  const settings = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto grid max-w-2xl gap-8 px-4 py-8 md:py-14">
      <div className="grid gap-2">
        <h1 className="text-2xl">{t('alerts.settings.title')}</h1>
        <p className="text-ink-soft">{t('alerts.settings.about')}</p>
      </div>
      <PushPart pushKey={settings.push_key} />
      <SettingsForm settings={settings} />
    </div>
  );
}
