import type { ChangesResponse } from '#features/customs/import-rules/model/import-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { CHANGES_JSON, CHANGES_RSS } from '#paths.ts';
import { TEXT_LINK } from '#ui/button.tsx';
import { WithTerms } from '../answer/term.tsx';

type RuleChangesProps = { changes: ChangesResponse['changes']; country: string };

/** What changed in the rules and charges of a country, the newest first, with the feeds of the changes. */
export function RuleChanges({ changes, country }: RuleChangesProps) {
  const t = useTranslator();
  return (
    <>
      {changes.length === 0 ? (
        <p>{t('landed.changes.none')}</p>
      ) : (
        <ol className="grid gap-3">
          {changes.map(({ id, published_at: at, text, before, valid_from: from, valid_to: to }) => (
            <li key={id} className="grid gap-0.5 border-line border-s-2 ps-3">
              <p className="text-ink-soft text-sm">
                <time dateTime={at}>{t.date(at)}</time>
                {before === null && ` · ${t('landed.changes.new')}`}
              </p>
              <p className="max-w-prose">
                <WithTerms text={text} />
              </p>
              {before !== null && before !== text && (
                <p className="max-w-prose text-ink-soft text-sm">{t('landed.changes.before', { text: before })}</p>
              )}
              {from && <p className="text-sm">{t('landed.changes.from', { date: t.date(from) })}</p>}
              {to && <p className="text-sm">{t('landed.changes.to', { date: t.date(to) })}</p>}
            </li>
          ))}
        </ol>
      )}
      <p className="flex flex-wrap items-center gap-x-4 text-sm">
        <span>{t('landed.changes.feeds')}</span>
        <a href={`${CHANGES_RSS}?country=${country}`} className={TEXT_LINK}>
          {t('landed.changes.rss')}
        </a>
        <a href={`${CHANGES_JSON}?country=${country}`} className={TEXT_LINK}>
          {t('landed.changes.json')}
        </a>
      </p>
    </>
  );
}
