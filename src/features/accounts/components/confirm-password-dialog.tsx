import { useState } from 'react';
import { useWords } from '#lib/i18n/messages-context.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ActionForm } from '#ui/forms/action-form.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { ownPasswordForm, problemsOf } from '../model/account-forms.ts';

type OwnPasswordDialogProps = {
  /** Name of the form. */
  name: string;
  /** Whose account is on the screen: meanwhile this browser may have logged in as somebody else. */
  id: number;
  title: string;
  open: string;
  send: string;
  sending: string;
  kind: 'quiet' | 'danger';
  children: React.ReactNode;
};

/** A button whose deed asks for the password first. It needs scripts. */
export function ConfirmPasswordDialog({
  name,
  id,
  title,
  open,
  send,
  sending,
  kind,
  children,
}: OwnPasswordDialogProps) {
  const t = useWords();
  const [asking, setAsking] = useState(false);
  const stop = () => setAsking(false);
  return (
    <div>
      <Button kind={kind} onClick={() => setAsking(true)}>
        {open}
      </Button>
      <Dialog title={title} open={asking} onClose={stop}>
        <ActionForm name={name} check={(values) => problemsOf(ownPasswordForm, values)} onDone={stop}>
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
