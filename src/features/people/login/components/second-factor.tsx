import { useState } from 'react';
import type { SecondFactorResponse } from '#features/people/login/model/second-factor-contract.ts';
import { type adminSecondFactorCalls, secondFactorCalls } from '#features/people/people-calls.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { actionByForm, type FormAction, outcomeOf } from '#lib/pages/form-action.ts';
import type { Load } from '#lib/pages/page-handlers.ts';
import { Button, TEXT_LINK } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { RequestedField } from '#ui/forms/fields.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { CodeField } from './login-form.tsx';

const NONE: string[] = [];

type SecondFactorProps = {
  factor: SecondFactorResponse;
  /** True if the password is always required. Otherwise its field appears once a response requires it. */
  needsPassword: boolean;
};

/** Turns two-factor login on and off, and renews recovery codes. Needs JavaScript. */
export function SecondFactor({ factor: { on, recoveryCodesLeft }, needsPassword }: SecondFactorProps) {
  const t = useTranslator();
  const [[secret, uri], setSecret] = useState(NONE);
  const [codes, setCodes] = useState(NONE);
  // ConfirmForm stays mounted until this runs, although `on` may already be true.
  const confirmed = (secrets: string[] = NONE) => {
    setSecret(NONE);
    setCodes(secrets);
  };
  const password = <Password isRequired={needsPassword} />;
  return (
    <section className="grid max-w-xl gap-4 rounded-lg border border-line bg-surface p-5">
      <h2 className="text-lg">{t('account.factor.title')}</h2>
      <p>{t('account.factor.text')}</p>
      <p className="font-semibold">{t(on ? 'account.factor.isOn' : 'account.factor.isOff')}</p>
      {codes.length > 0 && <RecoveryCodes codes={codes} onSaved={() => setCodes(NONE)} />}
      {!on && !secret && <BeginForm password={password} onBegun={(secrets = NONE) => setSecret(secrets)} />}
      {secret && uri && <ConfirmForm secret={secret} uri={uri} onConfirmed={confirmed} />}
      {on && !secret && (
        <>
          {codes.length === 0 && <p>{t('account.factor.left', { count: recoveryCodesLeft })}</p>}
          <div className="flex flex-wrap gap-3">
            <CodeDialog words="renew" password={password} onDone={(secrets = NONE) => setCodes(secrets)} />
            <CodeDialog words="disable" password={password} onDone={() => setCodes(NONE)} />
          </div>
        </>
      )}
    </section>
  );
}

function Password({ isRequired }: { isRequired: boolean }) {
  const t = useTranslator();
  const field = <PasswordField name="password" label={t('account.password')} autoComplete="current-password" />;
  return isRequired ? field : <RequestedField name="password">{field}</RequestedField>;
}

type BeginFormProps = { password: React.ReactNode; onBegun: (secrets?: string[]) => void };

function BeginForm({ password, onBegun }: BeginFormProps) {
  const t = useTranslator();
  return (
    <ActionForm name="begin" onDone={({ secrets }) => onBegun(secrets)}>
      {password}
      <SubmitButton busy={t('account.factor.beginning')}>{t('account.factor.begin')}</SubmitButton>
    </ActionForm>
  );
}

type ConfirmFormProps = { secret: string; uri: string; onConfirmed: (secrets?: string[]) => void };

function ConfirmForm({ secret, uri, onConfirmed }: ConfirmFormProps) {
  const t = useTranslator();
  return (
    <ActionForm name="confirm" onDone={({ secrets }) => onConfirmed(secrets)}>
      <div>
        <p className="text-ink-soft text-sm">{t('account.factor.secret')}</p>
        <p className="figures wrap-anywhere font-semibold text-lg">{secret}</p>
        <a href={uri} className={TEXT_LINK}>
          {t('account.factor.openApp')}
        </a>
      </div>
      <CodeField label={t('account.factor.code')} />
      <SubmitButton busy={t('account.factor.confirming')}>{t('account.factor.confirm')}</SubmitButton>
    </ActionForm>
  );
}

function RecoveryCodes({ codes, onSaved }: { codes: string[]; onSaved: () => void }) {
  const t = useTranslator();
  return (
    <div className="grid gap-3 rounded-md border border-waiting bg-waiting-ground p-4">
      <h3 className="font-semibold">{t('account.factor.codes')}</h3>
      <p>{t('account.factor.codesText')}</p>
      <ul className="figures grid grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-2 whitespace-nowrap font-semibold">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button onClick={onSaved} className="justify-self-start">
        {t('account.factor.kept')}
      </Button>
    </div>
  );
}

type CodeDialogProps = {
  /** Name of the form and of its messages. */
  words: 'renew' | 'disable';
  password: React.ReactNode;
  onDone(secrets?: string[]): void;
};

/** A button that asks for a code, and for the password if needed, before its action. */
function CodeDialog({ words, password, onDone }: CodeDialogProps) {
  const t = useTranslator();
  const [isOpen, setIsOpen] = useState(false);
  const title = t(`account.factor.${words}`);
  const close = () => setIsOpen(false);
  return (
    <div>
      <Button kind={words === 'disable' ? 'danger' : 'quiet'} onClick={() => setIsOpen(true)}>
        {title}
      </Button>
      <Dialog title={title} open={isOpen} onClose={close} holdsForm>
        {isOpen && (
          <ActionForm
            name={words}
            onDone={({ secrets }) => {
              close();
              onDone(secrets);
            }}
          >
            <p>{t(`account.factor.${words}Text`)}</p>
            <CodeField label={t('account.factor.codeOrRecovery')} />
            {password}
            <SubmitButton
              kind={words === 'disable' ? 'danger' : 'action'}
              busy={t(words === 'disable' ? 'account.factor.disabling' : 'account.factor.renewing')}
            >
              {title}
            </SubmitButton>
          </ActionForm>
        )}
      </Dialog>
    </div>
  );
}

/** Loader and actions of the pages for a second factor. */

export const loadAccountSecurity: Load<{ factor: SecondFactorResponse }> = async ({ api }) => ({
  factor: await api.call(secondFactorCalls.secondFactor),
});

/** Forms of the component `SecondFactor`, for a user or an administrator. */
export const secondFactorActions = (
  calls: typeof secondFactorCalls | typeof adminSecondFactorCalls,
): Record<string, FormAction> => ({
  begin: async ({ api, values: { password = '' } }) => {
    const response = await api.call(calls.beginSecondFactor, { body: { password } });
    const { secret, uri } = response;
    return outcomeOf(response, secret && uri ? { secrets: [secret, uri] } : {});
  },
  confirm: async ({ api, values: { code = '' } }) => {
    const { recoveryCodes: secrets, ...response } = await api.call(calls.confirmSecondFactor, { body: { code } });
    return outcomeOf(response, secrets && { secrets });
  },
  disable: async ({ api, values }) => outcomeOf(await api.call(calls.disableSecondFactor, { body: proofOf(values) })),
  renew: async ({ api, values }) => {
    const { recoveryCodes: secrets, ...response } = await api.call(calls.renewRecoveryCodes, { body: proofOf(values) });
    return outcomeOf(response, secrets && { secrets });
  },
});

export const accountSecurityActions = actionByForm(secondFactorActions(secondFactorCalls));

const proofOf = ({ password = '', code = '' }: Record<string, string>) => ({ password, code });
