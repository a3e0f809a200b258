import { useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ActionForm } from '#ui/forms/action-form.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { CodeField } from './code-field.tsx';

type CodeDialogProps = {
  /** Name of the form and of its messages. */
  words: 'renew' | 'disable';
  password: React.ReactNode;
  onDone(secrets?: string[]): void;
};

/** A button that asks for a code, and for the password if needed, before its action. */
export function CodeDialog({ words, password, onDone }: CodeDialogProps) {
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
