import { useEffect, useState } from 'react';
import { Link, useRevalidator, useSearchParams } from 'react-router';
import { listingPath } from '#features/catalog/listings/model/listing.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { FORM_NAME } from '#lib/pages/form-name.ts';
import { paths } from '#paths.ts';
import { TEXT_LINK } from '#ui/button.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { FormContext, SelectField, TextAreaField } from '#ui/forms/fields.tsx';
import { useFileForm } from '#ui/forms/file-form.tsx';
import { threadCalls } from '../../conversations-calls.ts';
import { listen } from '../client/live-events.ts';
import { tokenOf } from '../client/thread-client.ts';
import { type Party, REPORT_REASONS } from '../model/thread.ts';
import type { ThreadResponse } from '../model/thread-contract.ts';
import { MessageFilesField, MessageTextField, PhraseField } from './message-fields.tsx';
import { ThreadMessages } from './thread-messages.tsx';

const LOOK_EVERY_MS = 15_000;

/** A conversation as its buyer or seller sees it. */
export function ThreadView({ thread }: { thread: ThreadResponse }) {
  const t = useTranslator();
  const [search] = useSearchParams();
  useLatest(thread.number);
  const { messages, earlier, may, confirm, blocked_by: blockedBy, role, seen } = thread;
  const last = messages.at(-1);
  const seenBy = last?.mine && !last.held ? seen.filter(({ up_to: upTo }) => upTo >= last.id) : [];
  const names = seenBy.map(
    ({ side }) => thread.with.find((other) => other.side === side)?.name ?? t(`threads.side.${side}`),
  );
  return (
    <div className="grid gap-6">
      {earlier !== null && (
        <Link to={{ search: withBefore(search, String(earlier)) }} className={TEXT_LINK}>
          {t('threads.earlier')}
        </Link>
      )}
      <ThreadMessages messages={messages} reader="party" />
      {names.length > 0 && (
        <p className="justify-self-end text-ink-soft text-sm">{t('threads.seen', { name: t.list(names) })}</p>
      )}
      {search.has('before') && (
        <Link to={{ search: withBefore(search, null) }} className={TEXT_LINK}>
          {t('threads.latest')}
        </Link>
      )}
      {confirm && (
        <ActionForm
          name="confirm"
          className="grid justify-items-start gap-3 rounded-lg border border-waiting bg-waiting-ground p-4"
        >
          <p>{t('threads.confirm.text')}</p>
          <SubmitButton busy={t('threads.confirming')}>{t('threads.confirm')}</SubmitButton>
        </ActionForm>
      )}
      {blockedBy !== null && <p role="status">{t(blockedBy === role ? 'threads.ended.you' : 'threads.ended.other')}</p>}
      {may.write && <WriteForm thread={thread} />}
      <MoreActs thread={thread} />
    </div>
  );
}

function withBefore(search: URLSearchParams, before: string | null): string {
  const next = new URLSearchParams(search);
  if (before === null) next.delete('before');
  else next.set('before', before);
  return next.toString();
}

/** Looks for new messages when the server tells of one, and now and then while the page is visible. */
function useLatest(number: string) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible' && navigator.onLine) void revalidate();
    };
    const timer = setInterval(look, LOOK_EVERY_MS);
    document.addEventListener('visibilitychange', look);
    const stop = listen((event) => {
      if (event.kind === 'open' || event.number === number) look();
    });
    return () => {
      stop();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [revalidate, number]);
}

function WriteForm({ thread: { number, role } }: { thread: ThreadResponse }) {
  const t = useTranslator();
  const [search] = useSearchParams();
  const { revalidate } = useRevalidator();
  // Fields of their own for each message, because a reset does not clear what they show below them.
  const [sent, setSent] = useState(0);
  const { state, send } = useFileForm({
    call: threadCalls.write,
    target: { params: { number }, query: { token: tokenOf(search) } },
    files: 'file',
    onDone: () => {
      setSent(sent + 1);
      return revalidate();
    },
  });
  return (
    <form
      key={sent}
      method="post"
      noValidate
      onSubmit={send}
      className="grid gap-4 rounded-lg border border-line bg-surface p-4"
    >
      <FormContext value={state}>
        <input type="hidden" name={FORM_NAME} value="write" />
        <MessageTextField label={t('threads.write')} hint={t('threads.write.hint')} place={number} />
        <PhraseField side={role === 'seller' ? 'seller' : 'buyer'} />
        <MessageFilesField />
        <SubmitButton busy={t('threads.sending')} className="md:justify-self-start">
          {t('threads.send')}
        </SubmitButton>
      </FormContext>
    </form>
  );
}

/** Ends, opens and reports the conversation. */
function MoreActs({ thread: { may, reported } }: { thread: ThreadResponse }) {
  const t = useTranslator();
  return (
    <details className="border-line border-t pt-2">
      <summary className="inline-flex min-h-11 items-center text-link underline underline-offset-4">
        {t('threads.more.menu')}
      </summary>
      <div className="grid gap-6 py-4">
        {may.block && (
          <ActionForm name="block" className="grid justify-items-start gap-2">
            <p className="text-ink-soft">{t('threads.block.text')}</p>
            <SubmitButton kind="quiet" busy={t('threads.sending')}>
              {t('threads.block')}
            </SubmitButton>
          </ActionForm>
        )}
        {may.unblock && (
          <ActionForm name="unblock">
            <SubmitButton kind="quiet" busy={t('threads.sending')}>
              {t('threads.unblock')}
            </SubmitButton>
          </ActionForm>
        )}
        {reported ? (
          <p role="status">{t('threads.reported')}</p>
        ) : (
          <ActionForm name="report" className="grid gap-3">
            <SelectField
              name="reason"
              label={t('threads.report.reason')}
              options={REPORT_REASONS.map((value) => ({ value, label: t(`threads.reason.${value}`) }))}
            />
            <TextAreaField name="text" label={t('threads.report.text')} rows={2} maxLength={1_000} dir="auto" />
            <SubmitButton kind="quiet" busy={t('threads.reporting')} className="justify-self-start">
              {t('threads.report.send')}
            </SubmitButton>
          </ActionForm>
        )}
      </div>
    </details>
  );
}

type ThreadHeadProps = { thread: Pick<ThreadResponse, 'number' | 'car' | 'order' | 'with'>; role: Party };

/** What a conversation is about, and with whom it is. */
export function ThreadHead({ thread: { number, car, order, with: others }, role }: ThreadHeadProps) {
  const t = useTranslator();
  const title = order ? t('threads.about.order', { number: order.number }) : (car?.name ?? t('threads.about.office'));
  return (
    <div className="grid gap-1">
      <h1 className="text-2xl">{title}</h1>
      <p className="wrap-anywhere text-ink-soft">
        {t('threads.with', { names: t.list(others.map(({ name }) => `\u2068${name}\u2069`)) })} ·{' '}
        {t('threads.number', { number })}
      </p>
      <p className="flex flex-wrap gap-x-6">
        {car && (
          <Link to={carPath(car)} className={TEXT_LINK}>
            {t('threads.toCar')}
          </Link>
        )}
        {order && role === 'buyer' && (
          <Link to={paths.order.replace(':id', String(order.id))} className={TEXT_LINK}>
            {t('threads.toOrder')}
          </Link>
        )}
      </p>
    </div>
  );
}

const carPath = ({ listing_id: id, make, model, offer }: NonNullable<ThreadResponse['car']>) =>
  listingPath({ id, make, model, offer });
