/** Whether this document was loaded at the path of a URL, and not reached by a client-side navigation. */
export function openedOn({ pathname }: URL): boolean {
  const [opened] = performance.getEntriesByType('navigation');
  return opened !== undefined && new URL(opened.name).pathname === pathname;
}
