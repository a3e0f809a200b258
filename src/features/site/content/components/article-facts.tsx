import { useTranslator } from '#lib/i18n/messages-context.tsx';

export function ArticleFacts({ date, minutes }: { date: string | null; minutes: number }) {
  const t = useTranslator();
  return (
    <p className="figures text-ink-soft text-sm">
      {date && (
        <>
          <time dateTime={date}>{t.date(date)}</time>
          <span aria-hidden="true"> · </span>
        </>
      )}
      {t('content.minutes', { minutes })}
    </p>
  );
}
