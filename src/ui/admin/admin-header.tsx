/** Header of an admin screen: its title and its actions. */
export function AdminHeader({ title, children }: { title: string; children?: React.ReactNode }) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-3">
      <h1 className="text-xl">{title}</h1>
      {children && <div className="flex flex-wrap gap-2">{children}</div>}
    </header>
  );
}
