/** Placeholder for a missing picture, in the same 4:3 box. */
export function PictureBox({ note }: { note: string }) {
  return (
    <div className="relative aspect-[4/3] overflow-hidden bg-sunken">
      <PictureNote>{note}</PictureNote>
    </div>
  );
}

export function PictureNote({ busy = false, children }: { busy?: boolean; children: string }) {
  return (
    <div className="@container absolute inset-0 grid place-content-center justify-items-center gap-2 text-ink-soft text-sm">
      <svg
        viewBox="0 0 96 40"
        className={`w-24 max-w-[70cqw] text-line-strong ${busy ? 'motion-safe:animate-pulse' : ''}`}
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M6 29c-2 0-3-1-3-3 0-5 3-7 9-8l11-2c7-7 13-11 22-11h10c8 0 14 4 20 11 10 1 18 3 18 10 0 2-1 3-3 3h-6M67 29H33M17 29H6" />
        <circle cx="25" cy="29" r="7" />
        <circle cx="75" cy="29" r="7" />
        <path d="M31 16h38M49 6v10" />
      </svg>
      {/* A thumbnail has no room for words; its car is named beside it. */}
      <span className="hidden @min-[8rem]:inline">{children}</span>
    </div>
  );
}
