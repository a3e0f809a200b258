import { useSearchParams } from 'react-router';
import { isApiFailure } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { ActionInput, ActionOutcome, FormAction } from '#lib/pages/form-action.ts';
import type { LoadInput } from '#lib/pages/page-handlers.ts';
import { DataTable, RowLink } from '#ui/admin/data-table.tsx';
import { FilterPanel } from '#ui/admin/filter-panel.tsx';
import { KeysetPager, queryFrom, searchToOpen } from '#ui/admin/list-page.tsx';
import { Facts, SidePanel } from '#ui/admin/side-panel.tsx';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import { BankDetailsFlag, BankDetailsWarning } from '#ui/bank-details/bank-details-warning.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { TextAreaField } from '#ui/forms/fields.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { messageCalls } from '../../office-calls.ts';
import type { MessageResponse, MessagesResponse } from '../model/contact-contract.ts';
import {
  MAX_REPLY_LENGTH,
  MESSAGE_CHANGES,
  MESSAGE_STATES,
  type MessageChange,
  replyProblems,
} from '../model/message.ts';

export function MessageTable({ messages: { items, next } }: { messages: MessagesResponse }) {
  const t = useTranslator();
  const [search] = useSearchParams();
  const open = search.get('view');
  const message = items.find(({ id }) => String(id) === open);
  const states = MESSAGE_STATES.map((value) => ({ value, label: t(`admin.messages.state.${value}`) }));
  return (
    <div className="grid grid-cols-1 gap-4">
      <FilterPanel
        fields={[
          { name: 'search', kind: 'search', label: t('admin.messages.search') },
          {
            name: 'state',
            label: t('admin.messages.state'),
            options: [{ value: '', label: t('admin.messages.state.all') }, ...states],
          },
        ]}
      />
      <DataTable
        caption={t('admin.messages.contact')}
        rows={items}
        keyOf={({ id }) => id}
        empty={t('admin.messages.none')}
        columns={[
          {
            id: 'from',
            head: t('admin.messages.from'),
            cell: ({ name, state }) => <span className={state === 'new' ? '' : 'font-normal'}>{name}</span>,
          },
          {
            id: 'subject',
            head: t('admin.messages.subject'),
            cell: ({ subject, message }) => (
              <span className="flex flex-wrap items-center gap-2">
                {subject} <BankDetailsFlag texts={[subject, message]} />
              </span>
            ),
          },
          { id: 'state', head: t('admin.messages.state'), cell: (each) => <State message={each} /> },
          { id: 'at', head: t('admin.messages.at'), cell: ({ createdAt }) => <UtcTime time={createdAt} /> },
        ]}
        actions={({ id, subject }) => (
          <RowLink
            icon="view"
            label={t('admin.table.view', { row: subject })}
            to={{ search: searchToOpen(search, 'view', id) }}
          />
        )}
      />
      <KeysetPager next={next} />
      <SidePanel title={t('admin.messages.view')} open={open !== null} holdsForm>
        {message ? (
          <MessageDetails key={message.id} message={message} />
        ) : (
          <p role="alert">{t('admin.messages.invalid')}</p>
        )}
      </SidePanel>
    </div>
  );
}

const LOOKS = { new: 'pending', taken: 'confirmed', done: 'success' } as const;

function State({ message: { state, taken_by: person, replies } }: { message: MessageResponse }) {
  const t = useTranslator();
  const word = state === 'done' && replies.length > 0 ? 'answered' : state;
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <StatusTag status={LOOKS[state]}>{t(`admin.messages.state.${word}`)}</StatusTag>
      {person !== null && <span className="text-ink-soft text-sm">{person}</span>}
    </span>
  );
}

/** A message with the answers to it, a form for the next one, and who looks after it. */
function MessageDetails({ message: { id, name, email, subject, message, ...shown } }: { message: MessageResponse }) {
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

/** Filter parameters of the messages, both in the page URL and in the API query. */
export const MESSAGE_FILTERS = ['search', 'state'] as const;

export function fetchMessages({ api, url }: LoadInput): Promise<MessagesResponse> {
  return api.call(messageCalls.list, { query: queryFrom(url.searchParams, [...MESSAGE_FILTERS, 'after']) });
}

/** Sends an answer or a change. After 404 or 409 the page reloads, because another person was faster. */
async function send({ url }: ActionInput, call: Promise<{ message: string }>): Promise<ActionOutcome> {
  try {
    return { done: true, message: (await call).message };
  } catch (error) {
    if (!isApiFailure(error) || (error.status !== 409 && error.status !== 404)) throw error;
    return { done: false, message: error.message, to: url.pathname + url.search };
  }
}

const reply: FormAction = (input) => {
  const { id = '', text = '', replies = '' } = input.values;
  return send(input, input.api.call(messageCalls.reply, { params: { id }, body: { text, replies: Number(replies) } }));
};

const change: FormAction = (input) => {
  const to = MESSAGE_CHANGES.find((name) => name === input.values.to) ?? 'open';
  return send(input, input.api.call(messageCalls.change, { params: { id: input.values.id ?? '' }, body: { to } }));
};

export const messageActions: Record<string, FormAction> = { 'message reply': reply, 'message change': change };
