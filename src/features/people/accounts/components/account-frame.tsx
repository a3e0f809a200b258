type AccountFrameProps = {
  title: string;
  intro?: string | undefined;
  /** Shown next to the form on wide screens. */
  aside?: React.ReactNode;
  children: React.ReactNode;
};

export function AccountFrame({ title, intro, aside, children }: AccountFrameProps) {
  return (
    <div
      className={`mx-auto grid grid-cols-1 gap-10 px-4 py-8 md:px-8 md:py-14 ${aside ? 'max-w-md lg:max-w-5xl lg:grid-cols-[minmax(0,26rem)_1fr] lg:gap-20' : 'max-w-md'}`}
    >
      <div className="grid min-w-0 content-start gap-6">
        <div className="grid gap-2">
          <h1 className="text-2xl">{title}</h1>
          {intro && <p className="wrap-anywhere text-ink-soft">{intro}</p>}
        </div>
        {children}
      </div>
      {aside}
    </div>
  );
}
