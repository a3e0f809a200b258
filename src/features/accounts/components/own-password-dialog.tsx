import { useState } from 'react';
import { useWords } from '#platform/words/words-context.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ActForm } from '#ui/forms/act-form.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { ownPasswordForm, problemsOf } from '../account-forms.ts';

type OwnPasswordDialogProps = {
  /** Name of the form. */
  name: string;
  title: string;
  open: string;
  send: string;
  sending: string;
  kind: 'quiet' | 'danger';
  children: React.ReactNode;
};

/** A button whose deed asks for the password first. It needs scripts, so it is not shown without. */
export function OwnPasswordDialog({ name, title, open, send, sending, kind, children }: OwnPasswordDialogProps) {
  const t = useWords();
  const [asking, setAsking] = useState(false);
  return (
    <div className="noscript:hidden">
      <Button kind={kind} onClick={() => setAsking(true)}>
        {open}
      </Button>
      <Dialog title={title} open={asking} onClose={() => setAsking(false)}>
        <ActForm name={name} check={(values) => problemsOf(ownPasswordForm, values)}>
          {children}
          <PasswordField name="password" label={t('account.password')} autoComplete="current-password" />
          <SubmitButton kind={kind === 'danger' ? kind : 'action'} busy={sending}>
            {send}
          </SubmitButton>
        </ActForm>
      </Dialog>
    </div>
  );
}
