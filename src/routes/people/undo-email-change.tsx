import { Form, useActionData, useNavigation, useSearchParams } from 'react-router';
import { undoEmailChange } from '#features/people/accounts/client/account-pages.ts';
import { AccountFrame } from '#features/people/accounts/components/account-frame.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserAction, type FormOutcome, serverAction } from '#lib/pages/form-action.ts';
import { privateMeta } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { Button, LinkButton } from '#ui/button.tsx';

export const action = serverAction(undoEmailChange);
export const clientAction = browserAction(undoEmailChange);
export const meta = privateMeta('account.undo.title', 'account.undo.about');

/** Target of the link sent to the old address. Opening it changes nothing, because mail scanners open links too. */
export default function UndoEmailChange() {
  const t = useTranslator();
  const outcome = useActionData<FormOutcome>();
  const isSending = useNavigation().state !== 'idle';
  const hasToken = useSearchParams()[0].has('token');
  const isDone = outcome?.done ?? false;
  const intro = hasToken ? (outcome?.message ?? t('account.undo.about')) : t('account.undo.incomplete');
  return (
    <AccountFrame title={t('account.undo.title')} intro={intro}>
      {hasToken && !isDone && (
        <>
          {!outcome && (
            <ul className="grid list-disc gap-2 ps-5">
              <li>{t('account.undo.address')}</li>
              <li>{t('account.undo.devices')}</li>
              <li>{t('account.undo.password')}</li>
            </ul>
          )}
          <Form method="post" className="grid">
            <Button type="submit" kind={outcome ? 'quiet' : 'action'} aria-disabled={isSending || undefined}>
              {t(isSending ? 'account.undo.sending' : outcome ? 'account.undo.again' : 'account.undo.send')}
            </Button>
          </Form>
        </>
      )}
      {(outcome || !hasToken) && (
        <LinkButton to={isDone ? paths.login : paths.contact} kind="action">
          {t(isDone ? 'account.login.title' : 'account.undo.contact')}
        </LinkButton>
      )}
    </AccountFrame>
  );
}
