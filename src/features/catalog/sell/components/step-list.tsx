import { Link } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon } from '#ui/icon.tsx';
import { STEP_NAMES } from '../model/sell-steps.ts';

type StepListProps = {
  step: number;
  /** Returns the query part of a step's URL. */
  requestUrl: (step: number) => string;
};

const CELL = 'grid min-h-11 content-start gap-1.5 border-t-4 pt-2 text-sm';

/** Shows the current step. Earlier steps are links. */
export function StepList({ step, requestUrl }: StepListProps) {
  const t = useTranslator();
  return (
    <ol aria-label={t('sell.steps')} className="grid grid-cols-4 gap-2">
      {STEP_NAMES.map((name, index) => {
        const number = index + 1;
        const label = (
          <>
            <span className="figures flex items-center gap-1 font-semibold">
              {number < step && <Icon name="check" className="size-4 text-verified" />}
              {t('sell.steps.number', { number })}
            </span>
            <span className="max-md:sr-only">{t(name)}</span>
          </>
        );
        return (
          <li key={name} aria-current={number === step ? 'step' : undefined}>
            {number < step ? (
              <Link
                to={{ search: requestUrl(number) }}
                preventScrollReset
                className={`${CELL} border-verified hover:underline`}
              >
                {label}
              </Link>
            ) : (
              <span className={`${CELL} ${number === step ? 'border-ink' : 'border-line text-ink-soft'}`}>{label}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
