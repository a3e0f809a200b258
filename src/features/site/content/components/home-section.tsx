import { useId } from 'react';

type SectionProps = {
  title: string;
  id?: string;
  text?: string;
  /** Has a darker background than its neighbors. */
  sunken?: boolean;
  /** Shown beside the heading, such as a link to more. */
  aside?: React.ReactNode;
  children: React.ReactNode;
};

export function Section({ title, id, text, sunken = false, aside, children }: SectionProps) {
  const titleId = useId();
  return (
    <section id={id} aria-labelledby={titleId} className={sunken ? 'border-line border-y bg-sunken' : ''}>
      <div className="mx-auto grid max-w-[86rem] grid-cols-1 gap-6 px-4 py-12 md:px-8 md:py-16">
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
          <div>
            <h2 id={titleId} className="text-xl md:text-2xl">
              {title}
            </h2>
            {text && <p className="mt-1 text-ink-soft">{text}</p>}
          </div>
          {aside}
        </div>
        {children}
      </div>
    </section>
  );
}
