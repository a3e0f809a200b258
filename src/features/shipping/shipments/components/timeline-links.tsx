import { useId, useState } from 'react';
import { browserApi, isApiFailure, isNetworkError } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { showToast } from '#lib/pages/toast-store.ts';
import { Button, TEXT_LINK } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { shipmentCalls } from '../../shipping-calls.ts';
import { FIELD_LOOK } from './plain-field.tsx';

type TimelineLinksProps = {
  orderId: number;
  /** Id of the documents room on the page. */
  room: string;
  /** Whether to offer the calendar, which only buyers can have. */
  hasCalendar: boolean;
};

/** Links to the documents, and creates the secret address of the order's calendar. */
export function TimelineLinks({ orderId, room, hasCalendar }: TimelineLinksProps) {
  const t = useTranslator();
  const id = useId();
  const [url, setUrl] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const share = async () => {
    setBusy(true);
    try {
      setUrl((await browserApi.call(shipmentCalls.share, { params: { id: orderId } })).url);
    } catch (error) {
      if (!isApiFailure(error) && !isNetworkError(error)) throw error;
      showToast(isApiFailure(error) ? error.message : t('ui.unreachable'), 'failed');
    } finally {
      setBusy(false);
    }
  };
  const copy = async () => {
    await navigator.clipboard.writeText(url ?? '');
    showToast(t('shipments.calendar.copied'));
  };
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <a href={`#${room}`} className={`${TEXT_LINK} gap-2`}>
          <Icon name="document" />
          {t('shipments.links.files')}
        </a>
        {hasCalendar && url === null && (
          <Button kind="plain" className="px-0! noscript:hidden" disabled={busy} onClick={() => void share()}>
            <Icon name="outside" />
            {t('shipments.links.calendar')}
          </Button>
        )}
      </div>
      {url !== null && (
        <div className="grid gap-2 rounded-md bg-sunken p-4" role="status">
          <label htmlFor={id} className="font-semibold">
            {t('shipments.calendar.address')}
          </label>
          <div className="grid gap-2 sm:grid-cols-[1fr_auto]">
            <input id={id} readOnly value={url} className={FIELD_LOOK} onFocus={({ target }) => target.select()} />
            <Button onClick={() => void copy()}>
              <Icon name="copy" />
              {t('shipments.calendar.copy')}
            </Button>
          </div>
          <p className="text-ink-soft text-sm">{t('shipments.calendar.secret')}</p>
        </div>
      )}
    </div>
  );
}
