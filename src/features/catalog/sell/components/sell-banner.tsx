import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';

const STEPS: [IconName, 'list' | 'contacted' | 'sell'][] = [
  ['tag', 'list'],
  ['chat', 'contacted'],
  ['shield', 'sell'],
];

export function SellBanner() {
  const t = useTranslator();
  return (
    <ol className="grid gap-3 rounded-lg bg-quay p-4 text-on-quay md:grid-cols-3 md:gap-6 md:p-6">
      {STEPS.map(([icon, step]) => (
        <li key={step} className="flex gap-3">
          <Icon name={icon} className="mt-0.5 size-6" />
          <div>
            <p className="font-semibold">{t(`sell.banner.${step}`)}</p>
            <p className="text-on-quay-soft text-sm max-md:sr-only">{t(`sell.banner.${step}.text`)}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
