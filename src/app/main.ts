/** Entry point of the built server. */
const NODE = 24;

// Imports of names that an older Node does not have would end the start before this.
if (Number(process.versions.node.split('.')[0]) < NODE) {
  console.error(
    `The server requires Node ${NODE} or newer, and this is ${process.version}. Start it with npm start or node_modules/.bin/node.`,
  );
  process.exit(1);
}
process.env.NODE_ENV ??= 'production';
await import('./run.ts');

export {};
