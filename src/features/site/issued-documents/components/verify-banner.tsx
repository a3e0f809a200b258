import { Icon } from '#ui/icon.tsx';

export type Tone = 'good' | 'careful' | 'bad';

const LOOK = {
  good: 'border-verified bg-verified-ground text-verified',
  careful: 'border-waiting bg-waiting-ground text-waiting',
  bad: 'border-danger bg-danger-ground text-danger',
} as const;
const ICON = { good: 'certified', careful: 'info', bad: 'warning' } as const;

/** The answer in a sentence. */
export function VerifyBanner({ tone, children }: { tone: Tone; children: React.ReactNode }) {
  return (
    <p className={`flex items-start gap-3 rounded-md border p-4 font-semibold ${LOOK[tone]}`}>
      <Icon name={ICON[tone]} className="mt-0.5 size-6" />
      <span className="wrap-anywhere min-w-0">{children}</span>
    </p>
  );
}
