import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { formatDate } from '../model/format-date.ts';

export function ArticleFacts({ date, minutes }: { date: string | null; minutes: number }) {
  const t = useTranslator();
  return (
    <p className="figures text-ink-soft text-sm">
      {date && (
        <>
          <time dateTime={date}>{formatDate(date)}</time>
          <span aria-hidden="true"> · </span>
        </>
      )}
      {t('content.minutes', { minutes })}
    </p>
  );
}
