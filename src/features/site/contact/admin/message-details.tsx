import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Facts } from '#ui/admin/side-panel.tsx';
import { BankDetailsWarning } from '#ui/bank-details/bank-details-warning.tsx';
import { ActionForm } from '#ui/forms/action-form.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { TextAreaField } from '#ui/forms/text-area-field.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import type { MessageResponse } from '../model/message-contract.ts';
import type { MessageChange } from '../model/message-state.ts';
import { MAX_REPLY_LENGTH, replyProblems } from '../model/reply-form.ts';

/** A message with the answers to it, a form for the next one, and who looks after it. */
export function MessageDetails({
  message: { id, name, email, subject, message, ...shown },
}: {
  message: MessageResponse;
}) {
  const t = useTranslator();
  const { createdAt, state, taken_by: person, replies } = shown;
  return (
    <div className="grid gap-5">
      <Facts
        facts={[
          [t('admin.messages.from'), name],
          [t('admin.messages.email'), email],
          [t('admin.messages.at'), <UtcTime key="at" time={createdAt} />],
          [t('admin.messages.subject'), subject],
          [t('admin.messages.takenBy'), person],
        ]}
      />
      <p className="wrap-anywhere whitespace-pre-wrap" dir="auto">
        {message}
      </p>
      <BankDetailsWarning text={message} to="office" />
      {replies.map((reply) => (
        <section key={reply.at} className="grid gap-1 border-line border-s-2 ps-3">
          <h3 className="font-semibold text-base">{t('admin.messages.answeredBy', { name: reply.by })}</h3>
          <p className="text-ink-soft text-sm">
            <UtcTime time={reply.at} />
          </p>
          <p className="wrap-anywhere whitespace-pre-wrap" dir="auto">
            {reply.text}
          </p>
        </section>
      ))}
      <div className="flex flex-wrap gap-2">
        <Change id={id} to={state === 'taken' ? 'nobody' : 'mine'} />
        <Change id={id} to={state === 'done' ? 'open' : 'done'} />
      </div>
      <ActionForm key={replies.length} name="message reply" check={replyProblems}>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="replies" value={replies.length} />
        <TextAreaField
          name="text"
          label={t('admin.messages.answer')}
          hint={t('admin.messages.answer.hint', { email })}
          maxLength={MAX_REPLY_LENGTH}
          rows={6}
          required
        />
        <SubmitButton busy={t('admin.messages.sending')}>{t('admin.messages.send')}</SubmitButton>
      </ActionForm>
    </div>
  );
}

function Change({ id, to }: { id: number; to: MessageChange }) {
  const t = useTranslator();
  return (
    <ActionForm name="message change" className="contents">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="to" value={to} />
      <SubmitButton kind="quiet" busy={t('admin.messages.changing')}>
        {t(`admin.messages.to.${to}`)}
      </SubmitButton>
    </ActionForm>
  );
}
