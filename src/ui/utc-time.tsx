import { useTranslator } from '#lib/i18n/messages-context.tsx';

/** A moment with its zone: the same text wherever it is read. */
export function UtcTime({ time }: { time: string }) {
  const t = useTranslator();
  return (
    <time dateTime={time} className="figures">
      {t.utcTime(time)}
    </time>
  );
}
