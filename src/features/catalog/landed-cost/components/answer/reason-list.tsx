import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import type { CheckResponse } from '../../model/landed-cost-contract.ts';
import { ReportMistake } from './report-mistake.tsx';
import { SourceLine } from './source-line.tsx';
import { WithTerms } from './term.tsx';

export type Reason = CheckResponse['reasons'][number];

const LOOKS: Record<Reason['outcome'], { icon: IconName; color: string }> = {
  allowed: { icon: 'check', color: 'text-verified' },
  conditional: { icon: 'warning', color: 'text-waiting' },
  unknown: { icon: 'info', color: 'text-ink-soft' },
  prohibited: { icon: 'close', color: 'text-danger' },
};

type ReasonListProps = {
  reasons: Reason[];
  /** The car that the rules were applied to; null without one. */
  listingId: number | null;
  /** Shows the rules without an outcome, because they are not about one car. */
  isGeneral?: boolean;
};

/** Rules with their sources, in the given order. */
export function ReasonList({ reasons, listingId, isGeneral = false }: ReasonListProps) {
  const t = useTranslator();
  if (reasons.length === 0) return null;
  return (
    <ul className="grid divide-y divide-line border-line border-y">
      {reasons.map((reason) => {
        const { icon, color } = LOOKS[reason.outcome];
        return (
          <li key={reason.rule} className="grid gap-1 py-3">
            {!isGeneral && (
              <p className={`flex items-center gap-1.5 font-semibold text-sm ${color}`}>
                <Icon name={icon} className="size-4" />
                {t(`landed.outcome.${reason.outcome}`)}
              </p>
            )}
            <p className="max-w-prose">
              <WithTerms text={reason.sentence} />
            </p>
            {reason.valid_to && (
              <p className="font-semibold text-sm">
                {t('landed.validTo', { date: t.date(reason.valid_to, 'longDay') })}
              </p>
            )}
            <Evidence reason={reason} listingId={listingId} />
          </li>
        );
      })}
    </ul>
  );
}

type EvidenceProps = { reason: Reason; listingId: number | null };

/** The sources of a rule and the day of its check, behind the line that says by whom it is confirmed. */
function Evidence({ reason, listingId }: EvidenceProps) {
  const t = useTranslator();
  return (
    <details>
      <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-2 text-ink-soft text-sm underline-offset-4 hover:underline">
        {t('landed.evidence', { confirmed: confirmedText(reason, t), date: t.date(reason.checked_on) })}
        <Icon name="down" className="size-4" />
      </summary>
      <SourceLine sources={reason.sources} against={reason.against} checkedOn={reason.checked_on} />
      <ReportMistake country={reason.country} rule={reason.rule} listingId={listingId} />
    </details>
  );
}

/** By whom a rule is confirmed. */
function confirmedText({ sure, sources, against }: Reason, t: ReturnType<typeof useTranslator>): string {
  if (against.length > 0) return t('landed.confirmed.disputed');
  if (!sure) return t('landed.unsure');
  if (sources.some(({ kind }) => kind === 'official' || kind === 'law')) return t('landed.confirmed.official');
  const press = sources.filter(({ kind }) => kind === 'press').length;
  if (press >= 2) return t('landed.confirmed.press', { count: press });
  return t('landed.confirmed.several', {
    kinds: t.list([...new Set(sources.map(({ kind }) => t(`landed.kind.${kind}`)))]),
  });
}
