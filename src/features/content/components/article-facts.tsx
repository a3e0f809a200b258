import { useTranslator } from '#lib/i18n/messages-context.tsx';

const DATE_FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** Formats YYYY-MM-DD as Aug 30, 2024. */
function formatDate(day: string): string {
  return DATE_FORMAT.format(new Date(`${day}T00:00:00Z`));
}

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
