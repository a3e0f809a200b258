/** What surrounds every page of the public site. */
export function SiteShell({ children }: { children: React.ReactNode }) {
  return <main id="content">{children}</main>;
}
