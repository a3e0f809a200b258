import '#generated/words/en-account.ts';
import { useEffect, useRef } from 'react';
import { Form, useActionData, useNavigation, useSearchParams, useSubmit } from 'react-router';
import { confirmEmail } from '#features/accounts/account-acts.ts';
import { accountMeta } from '#features/accounts/account-meta.ts';
import { AccountFrame } from '#features/accounts/components/account-frame.tsx';
import { actInBrowser, actOnServer, type FormOutcome } from '#platform/pages/act.ts';
import { useWords } from '#platform/words/words-context.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { paths } from '../paths.ts';

export const action = actOnServer(confirmEmail);
export const clientAction = actInBrowser(confirmEmail);
export const meta = accountMeta(paths.confirmEmail, 'account.confirm.title', 'account.confirm.about');

/**
 * Where the link of a welcome mail leads. Opening it changes nothing, for mail scanners open links too: the page's scripts send
 * the confirmation, once, or the person does by a button.
 */
export default function ConfirmEmail() {
  const t = useWords();
  const outcome = useActionData<FormOutcome>();
  const whole = useSearchParams()[0].has('token');
  const sending = useConfirmation(whole && outcome === undefined);
  const intro = !whole ? t('account.confirm.dead') : (outcome?.say ?? t('account.confirm.press'));
  return (
    <AccountFrame title={t('account.confirm.title')} intro={sending ? t('account.confirm.about') : intro}>
      {outcome && !outcome.done && <p>{t('account.confirm.failed')}</p>}
      {whole && !outcome?.done && (
        <Form method="post" className="grid">
          <Button type="submit" kind={outcome ? 'quiet' : 'action'} disabled={sending}>
            {t(sending ? 'account.confirm.sending' : outcome ? 'account.confirm.again' : 'account.confirm.send')}
          </Button>
        </Form>
      )}
      {outcome && (
        <LinkButton to={paths.dashboard} kind="action">
          {t('account.confirm.onward')}
        </LinkButton>
      )}
    </AccountFrame>
  );
}

/** Sends the confirmation as soon as scripts run, once. Tells whether one is on its way. */
function useConfirmation(due: boolean): boolean {
  const submit = useSubmit();
  const sent = useRef(false);
  useEffect(() => {
    if (!due || sent.current) return;
    sent.current = true;
    void submit(null, { method: 'post' });
  }, [due, submit]);
  return useNavigation().state !== 'idle';
}
