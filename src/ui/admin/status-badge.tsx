import { AdminIcon, type AdminIconName } from './admin-icon.tsx';

type Tone = 'good' | 'bad' | 'told' | 'waiting';

const LOOKS: Record<Tone, [AdminIconName, string]> = {
  good: ['check', 'bg-verified-ground text-verified'],
  bad: ['cross', 'bg-danger-ground text-danger'],
  told: ['flag', 'bg-told-ground text-link'],
  waiting: ['clock', 'bg-waiting-ground text-waiting'],
};

/** Colors of the specification. Any other status is yellow. */
const TONES: Record<string, Tone> = {
  active: 'good',
  completed: 'good',
  success: 'good',
  sold: 'bad',
  cancelled: 'bad',
  failed: 'bad',
  inactive: 'bad',
  rejected: 'bad',
  confirmed: 'told',
};

function toneOf(status: string): Tone {
  return TONES[status.toLowerCase()] ?? 'waiting';
}

/** A status as text, icon and color, so that color is not the only distinction. */
export function StatusTag({ status, children }: { status: string; children: React.ReactNode }) {
  const [icon, look] = LOOKS[toneOf(status)];
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 font-semibold text-sm sm:whitespace-nowrap ${look}`}
    >
      <AdminIcon name={icon} className="size-4" />
      {children}
    </span>
  );
}
