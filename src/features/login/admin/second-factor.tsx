import { useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Button } from '#ui/button.tsx';
import { ActionForm } from '#ui/forms/action-form.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { TEXT_LINK } from '#ui/text-link.ts';
import type { SecondFactorResponse } from '../model/admin-login-contract.ts';

const NONE: string[] = [];

/** Turns two-factor login on and off. Needs JavaScript. */
export function SecondFactor({ factor: { on, recoveryCodesLeft } }: { factor: SecondFactorResponse }) {
  const t = useTranslator();
  const [[secret, uri], setSecret] = useState(NONE);
  const [codes, setCodes] = useState(NONE);
  // ConfirmForm stays mounted until this runs, although `on` may already be true.
  const confirmed = (secrets: string[] = NONE) => {
    setSecret(NONE);
    setCodes(secrets);
  };
  return (
    <section className="grid max-w-xl gap-4 rounded-lg border border-line bg-surface p-5">
      <h2 className="text-lg">{t('admin.security.factor')}</h2>
      <p>{t('admin.security.factorText')}</p>
      <p className="font-semibold">{t(on ? 'admin.security.on' : 'admin.security.off')}</p>
      {codes.length > 0 && <RecoveryCodes codes={codes} onSaved={() => setCodes(NONE)} />}
      {!on && !secret && <BeginForm onBegun={(secrets = NONE) => setSecret(secrets)} />}
      {secret && uri && <ConfirmForm secret={secret} uri={uri} onConfirmed={confirmed} />}
      {on && !secret && codes.length === 0 && (
        <>
          <p>{t('admin.security.left', { count: recoveryCodesLeft })}</p>
          <DisableForm />
        </>
      )}
    </section>
  );
}

function BeginForm({ onBegun }: { onBegun: (secrets?: string[]) => void }) {
  const t = useTranslator();
  return (
    <ActionForm name="begin" onDone={({ secrets }) => onBegun(secrets)}>
      <PasswordField name="password" label={t('account.password')} autoComplete="current-password" />
      <SubmitButton busy={t('admin.security.beginning')}>{t('admin.security.begin')}</SubmitButton>
    </ActionForm>
  );
}

type ConfirmFormProps = { secret: string; uri: string; onConfirmed: (secrets?: string[]) => void };

function ConfirmForm({ secret, uri, onConfirmed }: ConfirmFormProps) {
  const t = useTranslator();
  return (
    <ActionForm name="confirm" onDone={({ secrets }) => onConfirmed(secrets)}>
      <div>
        <p className="text-ink-soft text-sm">{t('admin.security.secret')}</p>
        <p className="figures wrap-anywhere font-semibold text-lg">{secret}</p>
        <a href={uri} className={TEXT_LINK}>
          {t('admin.security.openApp')}
        </a>
      </div>
      <CodeField label={t('admin.security.code')} />
      <SubmitButton busy={t('admin.security.confirming')}>{t('admin.security.confirm')}</SubmitButton>
    </ActionForm>
  );
}

function DisableForm() {
  const t = useTranslator();
  return (
    <ActionForm name="disable">
      <PasswordField name="password" label={t('account.password')} autoComplete="current-password" />
      <CodeField label={t('admin.security.codeOrRecovery')} />
      <SubmitButton kind="danger" busy={t('admin.security.disabling')}>
        {t('admin.security.disable')}
      </SubmitButton>
    </ActionForm>
  );
}

function CodeField({ label }: { label: string }) {
  return (
    <TextField
      name="code"
      label={label}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
    />
  );
}

function RecoveryCodes({ codes, onSaved }: { codes: string[]; onSaved: () => void }) {
  const t = useTranslator();
  return (
    <div className="grid gap-3 rounded-md border border-waiting bg-waiting-ground p-4">
      <h3 className="font-semibold">{t('admin.security.codes')}</h3>
      <p>{t('admin.security.codesText')}</p>
      <ul className="figures grid gap-2 sm:grid-cols-2 font-semibold">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button onClick={onSaved} className="justify-self-start">
        {t('admin.security.kept')}
      </Button>
    </div>
  );
}
