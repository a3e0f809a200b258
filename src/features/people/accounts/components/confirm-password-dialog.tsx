import { useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ActionForm } from '#ui/forms/action-form.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { confirmPasswordForm, problemsOf } from '../model/account-forms.ts';

type ConfirmPasswordDialogProps = {
  /** Name of the form, which selects the action. */
  name: string;
  /** User id of the displayed account. Another tab may have logged in as somebody else since. */
  id: number;
  title: string;
  open: string;
  send: string;
  sending: string;
  kind: 'quiet' | 'danger';
  children: React.ReactNode;
};

/** A button that asks for the password before its action. Needs JavaScript. */
export function ConfirmPasswordDialog({
  name,
  id,
  title,
  open,
  send,
  sending,
  kind,
  children,
}: ConfirmPasswordDialogProps) {
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
