/** A figure, what it says and where it comes from. Demo figures have no source. */
export type Figure = { value: string; label: string; source?: string };

/** The tiles of a figure list. */
export function FigureTiles({ figures, className }: { figures: Figure[]; className: string }) {
  return figures.map(({ value, label, source }) => (
    <div key={label} className={`flex flex-col-reverse justify-end ${className}`}>
      <dt className="text-ink-soft">
        {label}
        {source && <span className="block text-sm">{source}</span>}
      </dt>
      <dd className="figures wrap-anywhere font-bold text-xl md:text-2xl">
        <bdi>{value}</bdi>
      </dd>
    </div>
  ));
}
