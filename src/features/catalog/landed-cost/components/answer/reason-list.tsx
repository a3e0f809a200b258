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
            <p className="text-ink-soft text-sm">{t(reason.sure ? 'landed.sure' : 'landed.unsure')}</p>
            <SourceLine sources={reason.sources} against={reason.against} checkedOn={reason.checked_on} />
            <ReportMistake country={reason.country} rule={reason.rule} listingId={listingId} />
          </li>
        );
      })}
    </ul>
  );
}
