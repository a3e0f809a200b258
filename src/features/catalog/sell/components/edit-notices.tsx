import { useEffect, useRef } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import type { EditableListing } from '../client/sell-client.ts';
import { changedFields, changesIdentity } from '../model/sell-changes.ts';
import type { SellContent } from '../model/sell-draft.ts';

type EditNoticeProps = { listing: EditableListing; content: SellContent };

/** Shows what saving will change about the listing's status. */
export function EditNotice({ listing, content }: EditNoticeProps) {
  const t = useTranslator();
  const { state, reasons } = listing;
  const isLive = state === 'active' || state === 'paused';
  const goesBack = isLive && changesIdentity(listing, content);
  return (
    <>
      {reasons.length > 0 && (
        <div className="grid gap-2 rounded-md border border-waiting bg-waiting-ground p-4">
          <p className="font-semibold">{t('sell.edit.reasons')}</p>
          <ul className="grid list-disc gap-1 ps-5">
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </div>
      )}
      {state === 'returned' && <p>{t('sell.edit.resubmits')}</p>}
      {isLive && !goesBack && <p className="max-w-prose text-ink-soft">{t('sell.edit.review')}</p>}
      <div role="status">
        {goesBack && (
          <p className="flex gap-2 rounded-md border border-waiting bg-waiting-ground p-3 font-semibold text-waiting">
            <Icon name="warning" className="mt-0.5 size-5" />
            {t('sell.edit.goesBack')}
          </p>
        )}
      </div>
    </>
  );
}

type StaleNoticeProps = {
  /** The current listing on the server. */
  now: EditableListing;
  content: SellContent;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
};

/** Shown if the listing was changed elsewhere meanwhile. The user chooses which version to keep. */
export function StaleNotice({ now, content, onKeepMine, onTakeTheirs }: StaleNoticeProps) {
  const t = useTranslator();
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  const fields = changedFields(now.values, content.values).map((field) => t(`sell.field.${field}`));
  return (
    <div
      ref={notice}
      tabIndex={-1}
      role="alert"
      className="grid justify-items-start gap-3 rounded-md border border-waiting bg-waiting-ground p-4"
    >
      <p className="font-semibold">{t('sell.edit.stale')}</p>
      {fields.length > 0 && <p>{t('sell.edit.differs', { fields: fields.join(', ') })}</p>}
      <div className="flex flex-wrap gap-2">
        <Button kind="strong" onClick={onKeepMine}>
          {t('sell.edit.keepMine')}
        </Button>
        <Button onClick={onTakeTheirs}>{t('sell.edit.takeTheirs')}</Button>
      </div>
    </div>
  );
}
