import { Link, useSearchParams } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { LinkButton, TEXT_LINK } from '#ui/button.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { phraseText } from '../model/phrase-text.ts';
import { INBOX_FILTERS, threadPath } from '../model/thread.ts';
import type { ThreadList, ThreadSummary } from '../model/thread-contract.ts';

/** The conversations of a user as buyer or as seller, with filters. */
export function Inbox({ list: { items, next } }: { list: ThreadList }) {
  const t = useTranslator();
  const [search] = useSearchParams();
  const role = search.get('role') === 'seller' ? 'seller' : 'buyer';
  const filter = INBOX_FILTERS.find((name) => name === search.get('filter')) ?? 'all';
  const searchWith = (changes: Record<string, string>) =>
    new URLSearchParams(Object.entries({ role, filter, ...changes })).toString();
  return (
    <div className="grid gap-5">
      <Choices
        label={t('threads.role')}
        choices={(['buyer', 'seller'] as const).map((value) => ({
          label: t(`threads.role.${value}`),
          search: searchWith({ role: value, filter: 'all' }),
          isCurrent: role === value,
        }))}
      />
      <Choices
        label={t('threads.filter')}
        choices={INBOX_FILTERS.map((value) => ({
          label: t(`threads.filter.${value}`),
          search: searchWith({ filter: value }),
          isCurrent: filter === value,
        }))}
      />
      {items.length === 0 && <Empty role={role} isFiltered={filter !== 'all'} />}
      <ul className="grid gap-3">
        {items.map((thread) => (
          <ThreadRow key={thread.number} thread={thread} />
        ))}
      </ul>
      <p className="flex flex-wrap gap-x-6">
        {search.has('before') && (
          <Link to={{ search: searchWith({}) }} className={TEXT_LINK}>
            {t('threads.newest')}
          </Link>
        )}
        {next !== null && (
          <Link to={{ search: searchWith({ before: String(next) }) }} className={TEXT_LINK}>
            {t('threads.more')}
          </Link>
        )}
      </p>
    </div>
  );
}

type Choice = { label: string; search: string; isCurrent: boolean };

function Choices({ label, choices }: { label: string; choices: Choice[] }) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-2">
      {choices.map((choice) => (
        <Link
          key={choice.search}
          to={{ search: choice.search }}
          aria-current={choice.isCurrent ? 'page' : undefined}
          className={`inline-flex min-h-11 items-center rounded-full border px-4 ${choice.isCurrent ? 'border-link font-semibold' : 'border-line'}`}
        >
          {choice.label}
        </Link>
      ))}
    </nav>
  );
}

function Empty({ role, isFiltered }: { role: 'buyer' | 'seller'; isFiltered: boolean }) {
  const t = useTranslator();
  if (isFiltered) return <p className="text-ink-soft">{t('threads.none.filter')}</p>;
  if (role === 'seller') return <p className="text-ink-soft">{t('threads.none.seller')}</p>;
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-ink-soft">{t('threads.none')}</p>
      <LinkButton to={paths.explore}>{t('threads.browse')}</LinkButton>
    </div>
  );
}

function ThreadRow({ thread }: { thread: ThreadSummary }) {
  const t = useTranslator();
  const { number, car, order, last, unread, role, waits_for: waitsFor, waits_since: since } = thread;
  const title = order ? t('threads.about.order', { number: order.number }) : (car?.name ?? t('threads.about.office'));
  return (
    <li className="grid gap-1 rounded-lg border border-line bg-surface p-4">
      <span className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Link to={threadPath(number)} className={`${TEXT_LINK} ${unread > 0 ? 'font-bold' : 'font-semibold'}`}>
          {title}
        </Link>
        {unread > 0 && (
          <span className="rounded-full bg-waiting-ground px-3 py-0.5 text-sm text-waiting">
            {t('threads.unread', { count: t.number(unread) })}
          </span>
        )}
      </span>
      <span className="text-ink-soft text-sm">
        <bdi>{t.list(thread.with.map(({ name }) => name))}</bdi>
        {last && (
          <>
            {' · '}
            <UtcTime time={last.at} />
          </>
        )}
      </span>
      {last && (
        <span className="line-clamp-2 wrap-anywhere" dir="auto">
          {last.phrase ? phraseText(t, last.phrase, last.phrase_value) : last.text}
        </span>
      )}
      {since !== null && waitsFor !== null && waitsFor === role && (
        <span className="text-sm text-waiting">{t('threads.waits.you', { time: t.utcTime(since) })}</span>
      )}
    </li>
  );
}
