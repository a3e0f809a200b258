import { useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { actionByForm, type FormAction } from '#lib/pages/form-action.ts';
import type { Load } from '#lib/pages/page-handlers.ts';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { useFocusWhenLost } from '#ui/use-focus-when-lost.ts';
import { UtcTime } from '#ui/utc-time.tsx';
import { apiKeyCalls } from '../../people-calls.ts';
import type { ApiKeyResponse, ApiKeysResponse } from '../model/api-key-contract.ts';

export const loadApiKeys: Load<ApiKeysResponse> = ({ api }) => api.call(apiKeyCalls.list);

const makeKey: FormAction = async ({ api, t, values: { name = '' } }) => {
  const { key } = await api.call(apiKeyCalls.make, { body: { name } });
  return { done: true, message: t('account.keys.made'), secrets: [key] };
};

const revokeKey: FormAction = async ({ api, t, values: { key = '' } }) => {
  await api.call(apiKeyCalls.revoke, { params: { id: key } });
  return { done: true, message: t('account.keys.revoked') };
};

export const apiKeyActions = actionByForm({ make: makeKey, revoke: revokeKey });

/** Makes and revokes keys. Needs JavaScript, because a new key is shown once. */
export function ApiKeys({ keys }: Pick<ApiKeysResponse, 'keys'>) {
  const t = useTranslator();
  const [made, setMade] = useState<string>();
  const list = useFocusWhenLost<HTMLUListElement>(keys);
  const isLive = made !== undefined && keys.some(({ beginning, revoked }) => !revoked && made.startsWith(beginning));
  return (
    <div className="grid gap-6">
      {isLive && (
        <div role="status" className="grid gap-2 rounded-md border border-waiting bg-waiting-ground p-4">
          <p className="font-semibold">{t('account.keys.copy')}</p>
          <code className="wrap-anywhere">{made}</code>
        </div>
      )}
      {keys.length > 0 && (
        <ul ref={list} tabIndex={-1} className="grid divide-y divide-line rounded-lg border border-line">
          {keys.map((key) => (
            <Key key={key.id} apiKey={key} />
          ))}
        </ul>
      )}
      <ActionForm name="make" onDone={({ secrets }) => setMade(secrets?.[0])}>
        <TextField name="name" label={t('account.keys.name')} hint={t('account.keys.name.hint')} required />
        <SubmitButton busy={t('account.keys.making')}>{t('account.keys.make')}</SubmitButton>
      </ActionForm>
    </div>
  );
}

function Key({ apiKey }: { apiKey: ApiKeyResponse }) {
  const t = useTranslator();
  const { id, name, beginning, created_at, last_used_on, revoked } = apiKey;
  return (
    <li className="grid items-center gap-3 p-4 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="wrap-anywhere font-semibold">{name}</p>
        <p className="text-ink-soft text-sm">
          {t('account.keys.begins', { beginning })} <UtcTime time={created_at} />.{' '}
          {last_used_on === null
            ? t('account.keys.unused')
            : t('account.keys.lastUsed', { date: t.date(last_used_on) })}
        </p>
      </div>
      {revoked ? (
        <p className="font-semibold text-ink-soft">{t('account.keys.isRevoked')}</p>
      ) : (
        <ActionForm name="revoke">
          <input type="hidden" name="key" value={id} />
          <SubmitButton
            kind="quiet"
            busy={t('account.keys.revoking')}
            aria-label={t('account.keys.revokeNamed', { name })}
          >
            {t('account.keys.revoke')}
          </SubmitButton>
        </ActionForm>
      )}
    </li>
  );
}
