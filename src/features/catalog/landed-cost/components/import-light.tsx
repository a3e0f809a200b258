import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';

type Light = 'green' | 'amber' | 'red';

const LOOKS: Record<Light, { icon: IconName; color: string }> = {
  green: { icon: 'check', color: 'text-verified' },
  amber: { icon: 'warning', color: 'text-waiting' },
  red: { icon: 'close', color: 'text-danger' },
};

type ImportLightProps = {
  light: Light;
  className?: string;
  /** Instead of the words of the light. */
  text?: string | undefined;
};

/** Whether a car may be imported: an icon and words, in the color of the light. */
export function ImportLight({ light, className = '', text }: ImportLightProps) {
  const t = useTranslator();
  const { icon, color } = LOOKS[light];
  return (
    <span className={`inline-flex items-center gap-1.5 font-semibold ${color} ${className}`}>
      <Icon name={icon} className="size-4 shrink-0" />
      <span className="min-w-0 truncate">{text ?? t(`shipTo.light.${light}`)}</span>
    </span>
  );
}
