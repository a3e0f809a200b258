import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { SentFiles } from '#ui/forms/sent-files.tsx';
import { Icon } from '#ui/icon.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { chinesePhrase, phraseText } from '../model/phrase-text.ts';
import type { Flag, MessageResponse } from '../model/thread-contract.ts';

const CONTACT: readonly Flag[] = ['phone', 'email', 'messenger'];

type ThreadMessagesProps = { messages: MessageResponse[]; reader: 'party' | 'office' };

/** The messages of a conversation, oldest first. */
export function ThreadMessages({ messages, reader }: ThreadMessagesProps) {
  const t = useTranslator();
  if (messages.length === 0) return <p className="text-ink-soft">{t('threads.empty')}</p>;
  return (
    <ol aria-label={t('threads.messages')} className="grid gap-4">
      {messages.map((message) => (
        <Message key={message.id} message={message} isMine={reader === 'party' && message.mine} />
      ))}
    </ol>
  );
}

function Message({ message, isMine }: { message: MessageResponse; isMine: boolean }) {
  const t = useTranslator();
  const { side, by, text, language, phrase, phrase_value: value, flags, held, at, files } = message;
  return (
    <li
      className={`grid max-w-[min(100%,36rem)] gap-2 rounded-lg border p-3 ${isMine ? 'justify-self-end border-line bg-sunken' : 'border-line bg-surface'} ${side === 'office' ? 'border-link' : ''}`}
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
        <span className="font-semibold">
          <bdi>{isMine ? t('threads.you') : by}</bdi>
          {!isMine && side !== 'office' && (
            <span className="font-normal text-ink-soft"> · {t(`threads.side.${side}`)}</span>
          )}
        </span>
        <span className="text-ink-soft">{held ? t('threads.isHeld') : <UtcTime time={at} />}</span>
      </p>
      {phrase && (
        <p>
          {phraseText(t, phrase, value)}
          <span lang="zh" className="block text-ink-soft">
            {chinesePhrase(phrase, value)}
          </span>
        </p>
      )}
      {text !== '' && (
        <p className="wrap-anywhere whitespace-pre-line" dir="auto" lang={language ?? undefined}>
          {text}
        </p>
      )}
      {text === '' && !phrase && files.length === 0 && <p className="text-ink-soft">{t('threads.erased')}</p>}
      <FlagNote flags={flags} />
      <SentFiles
        files={files}
        nameOf={(format, number) => t(format === 'jpg' ? 'threads.file.photo' : 'threads.file.pdf', { number })}
      />
    </li>
  );
}

/** Warns of payment details, or else of contact details. */
function FlagNote({ flags }: { flags: Flag[] }) {
  const t = useTranslator();
  if (flags.length === 0) return null;
  const hasPayment = flags.some((flag) => !CONTACT.includes(flag));
  return (
    <p className="flex items-start gap-2 rounded-md border border-waiting bg-waiting-ground p-3 text-sm text-waiting">
      <Icon name="warning" className="mt-0.5 size-5" />
      <span>{t(hasPayment ? 'threads.flag.payment' : 'threads.flag.contact')}</span>
    </p>
  );
}
