import { Link } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';

type ReportMistakeProps = { country: string; rule: string; listingId: number | null };

/** Reports a wrong rule. */
export function ReportMistake({ rule }: ReportMistakeProps) {
  const t = useTranslator();
  return (
    <Link
      to={paths.contact}
      aria-label={`${t('landed.mistake')}: ${rule}`}
      className="inline-flex min-h-11 w-fit items-center text-link text-sm underline-offset-4 hover:underline"
    >
      {t('landed.mistake')}
    </Link>
  );
}
