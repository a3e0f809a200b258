import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';

type Light = 'green' | 'amber' | 'red';

const LOOKS: Record<Light, { icon: IconName; color: string }> = {
  green: { icon: 'check', color: 'text-verified' },
  amber: { icon: 'warning', color: 'text-waiting' },
  red: { icon: 'close', color: 'text-danger' },
};

/** Whether a car may be imported: an icon and words, in the color of the light. */
export function ImportLight({ light, className = '' }: { light: Light; className?: string }) {
  const t = useTranslator();
  const { icon, color } = LOOKS[light];
  return (
    <span className={`inline-flex items-center gap-1.5 font-semibold ${color} ${className}`}>
      <Icon name={icon} className="size-4" />
      {t(`shipTo.light.${light}`)}
    </span>
  );
}
