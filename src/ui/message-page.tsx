type MessagePageProps = { title: string; text: string; children?: React.ReactNode };

/** A page with a message and links. */
export function MessagePage({ title, text, children }: MessagePageProps) {
  return (
    <div className="mx-auto grid max-w-2xl justify-items-start gap-4 px-4 py-16 md:py-24">
      <h1 className="text-2xl">{title}</h1>
      <p className="max-w-prose text-ink-soft text-lg">{text}</p>
      <div className="mt-2 flex flex-wrap gap-3">{children}</div>
    </div>
  );
}
