const endings: (() => unknown)[] = [];

/** Runs `end` after the test file, in reverse order of registration. Unlike `afterAll` it may be called within a hook. */
export function afterFile(end: () => unknown): void {
  endings.push(end);
}

export async function runAfterFile(): Promise<void> {
  for (const end of endings.splice(0).reverse()) await end();
}
