import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src',
  // scripts/setup/prepare.mjs names a folder for each build.
  buildDirectory: process.env.BUILD_DIRECTORY ?? 'build/unfinished',
  serverBuildFile: '[name].js',
  ssr: true,
  routeDiscovery: { mode: 'initial' },
  splitRouteModules: false,
} satisfies Config;
