import { useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { FormAction } from '#lib/pages/form-action.ts';
import type { Load } from '#lib/pages/page-handlers.ts';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { CheckField } from '#ui/forms/check-field.tsx';
import { SelectField, TextField } from '#ui/forms/fields.tsx';
import { notificationCalls } from '../../site-calls.ts';
import type { NotificationSettingsResponse } from '../model/notification-contract.ts';

type SettingsPage = NotificationSettingsResponse & { zones: string[] };
type ChosenKind = NotificationSettingsResponse['kinds'][number];
type EmailChoice = ChosenKind['email'];

const EMAIL: EmailChoice[] = ['now', 'digest', 'off'];
const FIRST_MINUTE = 22 * 60;
const LAST_MINUTE = 7 * 60;

/** Server and browser may know different zones, so the page gets the list with its data. */
export const loadSettings: Load<SettingsPage> = async ({ api }) => {
  const settings = await api.call(notificationCalls.settings);
  return { ...settings, zones: [...new Set(['UTC', settings.zone, ...Intl.supportedValuesOf('timeZone')])] };
};

const clockOf = (minute: number) =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** Returns the minutes after midnight of a time field; null unless it is HH:MM. */
function minuteOf(text = ''): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}

export const saveSettings: FormAction = async ({ api, t, values }) => {
  const { kinds } = await api.call(notificationCalls.settings);
  const [digestAt, from, to] = [values.digestAt, values.quietFrom, values.quietTo].map(minuteOf);
  const isQuiet = values.quiet === 'on';
  if (digestAt == null || (isQuiet && (from == null || to == null || from === to)))
    return { done: false, message: t('alerts.settings.invalid') };
  const body = {
    zone: values.zone ?? 'UTC',
    quiet: isQuiet && from != null && to != null ? { from, to } : null,
    digest_at: digestAt,
    kinds: kinds.map(({ kind }) => ({
      kind,
      in_app: values[`inApp ${kind}`] === 'on',
      email: EMAIL.find((choice) => choice === values[`email ${kind}`]) ?? 'off',
      push: values[`push ${kind}`] === 'on',
    })),
  };
  await api.call(notificationCalls.changeSettings, { body });
  return { done: true, message: t('alerts.settings.saved') };
};

export function SettingsForm({ settings }: { settings: SettingsPage }) {
  const t = useTranslator();
  const { kinds, zone, zones, quiet, digest_at: digestAt } = settings;
  const [isQuiet, setQuiet] = useState(quiet !== null);
  return (
    <ActionForm className="grid gap-8">
      <div className="grid gap-4">
        {kinds.map((chosen) => (
          <KindFields key={chosen.kind} chosen={chosen} />
        ))}
      </div>
      <fieldset className="grid gap-4">
        <legend className="mb-2 font-semibold text-lg">{t('alerts.settings.hours')}</legend>
        <SelectField
          name="zone"
          label={t('alerts.settings.zone')}
          defaultValue={zone}
          options={zones.map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))}
        />
        <TextField
          name="digestAt"
          type="time"
          label={t('alerts.settings.digestAt')}
          defaultValue={clockOf(digestAt)}
          required
        />
        <CheckField
          name="quiet"
          label={t('alerts.settings.quiet')}
          defaultChecked={isQuiet}
          onChange={({ target }) => setQuiet(target.checked)}
        />
        <div className={`grid grid-cols-2 gap-4 ${isQuiet ? '' : 'hidden noscript:grid'}`}>
          <TextField
            name="quietFrom"
            type="time"
            label={t('alerts.settings.quiet.from')}
            defaultValue={clockOf(quiet?.from ?? FIRST_MINUTE)}
          />
          <TextField
            name="quietTo"
            type="time"
            label={t('alerts.settings.quiet.to')}
            defaultValue={clockOf(quiet?.to ?? LAST_MINUTE)}
          />
        </div>
      </fieldset>
      <SubmitButton busy={t('alerts.settings.saving')}>{t('alerts.settings.save')}</SubmitButton>
    </ActionForm>
  );
}

function KindFields({ chosen: { kind, in_app: inApp, email, push } }: { chosen: ChosenKind }) {
  const t = useTranslator();
  return (
    <fieldset className="rounded-lg border border-line px-4 pb-2">
      <legend className="px-1 font-semibold">{t(`alerts.settings.kind.${kind}`)}</legend>
      <div className="grid items-center gap-x-6 pb-2 sm:grid-cols-[auto_auto_1fr]">
        <CheckField name={`inApp ${kind}`} label={t('alerts.settings.inApp')} defaultChecked={inApp} />
        <CheckField name={`push ${kind}`} label={t('alerts.settings.push')} defaultChecked={push} />
        <SelectField
          name={`email ${kind}`}
          label={t('alerts.settings.email')}
          defaultValue={email}
          options={EMAIL.map((value) => ({ value, label: t(`alerts.settings.email.${value}`) }))}
        />
      </div>
    </fieldset>
  );
}
