import { useId } from 'react';

/** One of the things an account holds. */
export function DashboardSection({ title, children }: { title: string; children: React.ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid content-start gap-4">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Says that a section is not open yet, and what can be done instead. */
export function NotOpenYet({ text, children }: { text: string; children: React.ReactNode }) {
  return (
    <div className="grid justify-items-start gap-3 rounded-lg border border-line bg-sunken p-5">
      <p className="max-w-prose text-ink-soft">{text}</p>
      {children}
    </div>
  );
}
