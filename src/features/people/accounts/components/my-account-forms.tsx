import { useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { RequestedField, TextField } from '#ui/forms/fields.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import type { ProfileResponse } from '../model/account-contract.ts';
import { changePasswordForm, confirmPasswordForm, problemsOf, profileForm } from '../model/account-forms.ts';
import { EmailField, MobileCountryField, MobileField, NameField, NewPasswordFields } from './account-fields.tsx';

export function ProfileForm({
  profile: { id, name, email, pendingEmail, mobileWritten },
}: {
  profile: ProfileResponse;
}) {
  const t = useTranslator();
  return (
    <ActionForm name="profile" check={(values) => problemsOf(profileForm, values)}>
      <TextField name="id" label={t('account.profile.id')} defaultValue={String(id)} readOnly inputMode="numeric" />
      <NameField defaultValue={name} />
      <EmailField autoComplete="email" defaultValue={email} hint={t('account.profile.emailHint')} />
      {pendingEmail !== null && (
        <p className="wrap-anywhere rounded-md border border-waiting bg-waiting-ground p-3">
          {t('account.profile.pendingEmail', { email: pendingEmail, current: email })}
        </p>
      )}
      <MobileField name="mobile" defaultValue={mobileWritten ?? ''} />
      <MobileCountryField />
      <RequestedField name="password">
        <PasswordField name="password" label={t('account.password.current')} autoComplete="current-password" />
      </RequestedField>
      <SubmitButton busy={t('account.profile.sending')}>{t('account.profile.send')}</SubmitButton>
    </ActionForm>
  );
}

export function ChangePasswordForm({ profile: { id, email } }: { profile: ProfileResponse }) {
  const t = useTranslator();
  return (
    <ActionForm check={(values) => problemsOf(changePasswordForm, values)}>
      <input type="hidden" name="id" value={id} />
      {/* Tells password managers whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField name="opass" label={t('account.change.old')} autoComplete="current-password" />
      <NewPasswordFields />
      <SubmitButton busy={t('account.change.sending')}>{t('account.change.send')}</SubmitButton>
      <LinkButton to={paths.dashboard} kind="plain">
        {t('account.change.back')}
      </LinkButton>
    </ActionForm>
  );
}

export function DownloadData({ id }: { id: number }) {
  const t = useTranslator();
  return (
    <div className="grid gap-4">
      <p className="text-ink-soft">{t('account.data.text')}</p>
      <ConfirmPasswordDialog
        name="download"
        id={id}
        kind="quiet"
        title={t('account.data.title')}
        open={t('account.data.open')}
        send={t('account.data.send')}
        sending={t('account.data.sending')}
      >
        <p>{t('account.data.text')}</p>
      </ConfirmPasswordDialog>
    </div>
  );
}

export function DeleteAccount({ id }: { id: number }) {
  const t = useTranslator();
  return (
    <div className="grid gap-4">
      <p className="text-ink-soft">{t('account.delete.text')}</p>
      <ConfirmPasswordDialog
        name="delete"
        id={id}
        title={t('account.delete.title')}
        open={t('account.delete.open')}
        send={t('account.delete.send')}
        sending={t('account.delete.sending')}
        kind="danger"
      >
        <ul className="grid list-disc gap-2 ps-5">
          <li>{t('account.delete.gone')}</li>
          <li>{t('account.delete.kept')}</li>
        </ul>
        <p className="font-semibold">{t('account.delete.final')}</p>
      </ConfirmPasswordDialog>
    </div>
  );
}

type ConfirmPasswordDialogProps = {
  /** Name of the form, which selects the action. */
  name: string;
  /** Id of the displayed account. Another tab may have logged in as a different user since. */
  id: number;
  title: string;
  open: string;
  send: string;
  sending: string;
  kind: 'quiet' | 'danger';
  children: React.ReactNode;
};

/** A button that asks for the password before its action. Needs JavaScript. */
function ConfirmPasswordDialog({ name, id, title, open, send, sending, kind, children }: ConfirmPasswordDialogProps) {
  const t = useTranslator();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <div>
      <Button kind={kind} onClick={() => setIsOpen(true)}>
        {open}
      </Button>
      <Dialog title={title} open={isOpen} onClose={close}>
        <ActionForm name={name} check={(values) => problemsOf(confirmPasswordForm, values)} onDone={close}>
          <input type="hidden" name="id" value={id} />
          {children}
          <PasswordField name="password" label={t('account.password')} autoComplete="current-password" />
          <SubmitButton kind={kind === 'danger' ? kind : 'action'} busy={sending}>
            {send}
          </SubmitButton>
        </ActionForm>
      </Dialog>
    </div>
  );
}
