import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { TEXT_LINK } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';

/** The parts of the guide to a country, in the order of the page. */
export const GUIDE_PARTS = [
  'rules',
  'ages',
  'charges',
  'timeline',
  'documents',
  'origin',
  'changes',
  'disputes',
  'sources',
] as const;

type PartName = (typeof GUIDE_PARTS)[number];

const TITLES = {
  rules: 'landed.guide.rules',
  ages: 'landed.guide.ages',
  charges: 'landed.guide.charges',
  timeline: 'landed.guide.timeline',
  documents: 'landed.guide.documents',
  origin: 'landed.guide.origin',
  changes: 'landed.changes',
  disputes: 'landed.disputes',
  sources: 'landed.guide.sources',
} as const satisfies Record<PartName, string>;

/** Links to the parts. They are no router links, because browsers open a closed part only for their own links. */
export function PartIndex({ names }: { names: readonly PartName[] }) {
  const t = useTranslator();
  return (
    <nav aria-label={t('landed.guide.index')}>
      <ul className="flex flex-wrap gap-x-5">
        {names.map((name) => (
          <li key={name}>
            <a href={`#${name}`} className={TEXT_LINK}>
              {t(TITLES[name])}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type PartProps = { name: PartName; isOpen?: boolean; children: React.ReactNode };

/** A part that opens with a tap and when the address names it. The find function of browsers opens it too. */
export function Part({ name, isOpen = false, children }: PartProps) {
  const t = useTranslator();
  const part = useRef<HTMLDetailsElement>(null);
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link can be followed again
  useEffect(() => {
    if (part.current && hash === `#${name}`) part.current.open = true;
  }, [hash, key, name]);
  return (
    <details id={name} ref={part} open={isOpen} className="group/part scroll-mt-20 border-line border-b">
      <summary className="flex min-h-12 list-none items-center justify-between gap-3 py-2 [&::-webkit-details-marker]:hidden">
        <h2 className="text-xl">{t(TITLES[name])}</h2>
        <Icon name="down" className="size-5 shrink-0 group-open/part:rotate-180" />
      </summary>
      <div className="grid grid-cols-1 gap-3 pb-5">{children}</div>
    </details>
  );
}
