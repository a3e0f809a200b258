const endings: (() => unknown)[] = [];

/** Has something ended when the test file is done, the latest first. Unlike `afterAll` it may be called within a hook. */
export function afterFile(end: () => unknown): void {
  endings.push(end);
}

export async function endFile(): Promise<void> {
  for (const end of endings.splice(0).reverse()) await end();
}
