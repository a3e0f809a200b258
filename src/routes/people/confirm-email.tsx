import { useEffect, useRef, useState } from 'react';
import { Form, useActionData, useNavigation, useSearchParams } from 'react-router';
import { confirmEmail } from '#features/people/accounts/client/account-pages.ts';
import { takeContinueAt } from '#features/people/accounts/client/continue-at.ts';
import { AccountFrame } from '#features/people/accounts/components/account-frame.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserAction, type FormOutcome, serverAction } from '#lib/pages/form-action.ts';
import { privateMeta } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { Button, LinkButton } from '#ui/button.tsx';

export const action = serverAction(confirmEmail);
export const clientAction = browserAction(confirmEmail);
export const meta = privateMeta('account.confirm.title', 'account.confirm.about');

/** Target of the links that confirm an address. Opening it changes nothing, because mail scanners open links too. */
export default function ConfirmEmail() {
  const t = useTranslator();
  const outcome = useActionData<FormOutcome>();
  const [search] = useSearchParams();
  const whole = search.has('token');
  // Whether the link went to the old address, which agrees to a new one.
  const agrees = search.has('agree');
  const isSending = useNavigation().state !== 'idle';
  const submitted = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each response allows another submission
  useEffect(() => {
    submitted.current = false;
  }, [outcome]);
  const preventDoubleSubmit = (event: React.FormEvent) => {
    if (submitted.current) event.preventDefault();
    submitted.current = true;
  };
  const onward = useContinueAt(outcome?.done === true);
  const failed = !whole || outcome?.done === false;
  const intro = !whole
    ? t('account.confirm.dead')
    : (outcome?.message ?? t(agrees ? 'account.confirm.agree' : 'account.confirm.press'));
  return (
    <AccountFrame title={t(agrees ? 'account.confirm.agreeTitle' : 'account.confirm.title')} intro={intro}>
      {failed && <p>{t('account.confirm.failed')}</p>}
      {whole && !outcome?.done && (
        <Form method="post" onSubmit={preventDoubleSubmit} className="grid">
          <Button type="submit" kind={outcome ? 'quiet' : 'action'} disabled={isSending}>
            {t(
              isSending
                ? 'account.confirm.sending'
                : outcome
                  ? 'account.confirm.again'
                  : agrees
                    ? 'account.confirm.agreeSend'
                    : 'account.confirm.send',
            )}
          </Button>
        </Form>
      )}
      {failed && (
        <LinkButton to={paths.login} kind="action">
          {t('account.login.title')}
        </LinkButton>
      )}
      {(failed || outcome) && (
        <LinkButton to={onward ?? paths.dashboard} kind={failed ? 'quiet' : 'action'}>
          {t(onward ? 'account.confirm.goOn' : 'account.confirm.onward')}
        </LinkButton>
      )}
    </AccountFrame>
  );
}

/** Where the user was asked to confirm the address, once that is done. */
function useContinueAt(isDone: boolean): string | null {
  const [path, setPath] = useState<string | null>(null);
  useEffect(() => {
    if (isDone) setPath(takeContinueAt);
  }, [isDone]);
  return path;
}
