import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { Icon } from '#ui/icon.tsx';
import { useFocusWhenLost } from '#ui/use-focus-when-lost.ts';
import { UtcTime } from '#ui/utc-time.tsx';
import type { SessionsResponse } from '../model/session-contract.ts';

type Session = SessionsResponse['sessions'][number];

export function SessionList({ sessions }: { sessions: Session[] }) {
  const t = useTranslator();
  const list = useFocusWhenLost<HTMLUListElement>(sessions);
  return (
    <div className="grid gap-4">
      <p className="text-ink-soft">{t('account.sessions.text')}</p>
      <ul ref={list} tabIndex={-1} className="grid divide-y divide-line rounded-lg border border-line">
        {sessions.map((session) => (
          <SessionEntry key={session.id} session={session} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <ActionForm name="others" className="grid justify-items-start gap-3">
          <SubmitButton kind="quiet" busy={t('account.sessions.ending')}>
            {t('account.sessions.endOthers')}
          </SubmitButton>
        </ActionForm>
      )}
    </div>
  );
}

function SessionEntry({ session: { id, device, address, lastSeenAt, current } }: { session: Session }) {
  const t = useTranslator();
  const name = device || t('account.sessions.unknown');
  return (
    <li className="grid items-center gap-3 p-4 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="flex min-w-0 gap-3">
        <Icon name="device" className="mt-1 size-5 text-ink-soft" />
        <div className="min-w-0">
          <p className="font-semibold">{name}</p>
          <p className="text-ink-soft text-sm">
            {t('account.sessions.seen')} <UtcTime time={lastSeenAt} /> {t('account.sessions.from', { address })}
          </p>
        </div>
      </div>
      {current ? (
        <p className="flex items-center gap-1.5 font-semibold text-verified">
          <Icon name="check" className="size-4" />
          {t('account.sessions.current')}
        </p>
      ) : (
        <ActionForm name="session" className="grid gap-2">
          <input type="hidden" name="session" value={id} />
          <SubmitButton
            kind="quiet"
            busy={t('account.sessions.ending')}
            aria-label={t('account.sessions.endNamed', { device: name, time: t.utcTime(lastSeenAt) })}
          >
            {t('account.sessions.end')}
          </SubmitButton>
        </ActionForm>
      )}
    </li>
  );
}
