import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { CheckResponse } from '../../model/landed-cost-contract.ts';

export type Source = CheckResponse['reasons'][number]['sources'][number];

type SourceLineProps = { sources: Source[]; against?: Source[]; checkedOn: string | null };

/** The sources of a rule or an amount, and when we checked it. */
export function SourceLine({ sources, against = [], checkedOn }: SourceLineProps) {
  const t = useTranslator();
  const [first, ...others] = sources;
  if (!first && !checkedOn) return null;
  return (
    <div className="text-ink-soft text-sm">
      {first && (
        <p>
          {t('landed.source')} <SourceLink source={first} />
        </p>
      )}
      {others.length > 0 && (
        <details>
          <summary className="flex min-h-11 w-fit cursor-pointer items-center underline decoration-dotted underline-offset-4">
            {t('landed.sources.more', { count: others.length })}
          </summary>
          <ul className="grid gap-1 py-1">
            {others.map((source) => (
              <li key={source.id}>
                <SourceLink source={source} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {against.length > 0 && (
        <p>
          {t('landed.against')}{' '}
          {against.map((source, place) => (
            <span key={source.id}>
              {place > 0 && '; '}
              <SourceLink source={source} />
            </span>
          ))}
        </p>
      )}
      {checkedOn && <p>{t('landed.checked', { date: t.date(checkedOn) })}</p>}
    </div>
  );
}

export function SourceLink({ source: { url, title, publisher, published, kind } }: { source: Source }) {
  const t = useTranslator();
  const about = [publisher, published, t(`landed.kind.${kind}`)].filter(Boolean).join(', ');
  return (
    <span className="break-words">
      {url ? (
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="py-3.5 text-link underline underline-offset-4"
        >
          {title}
        </a>
      ) : (
        title
      )}
      , {about}
    </span>
  );
}
