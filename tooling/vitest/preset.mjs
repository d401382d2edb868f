import { defineConfig } from 'vitest/config';

const conditions = ['@sallyport/source', 'node', 'import', 'module', 'default'];

/** Tests run against the sources of every package of the workspace, so that one package can be tested alone without a build. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    environment: 'node',
    testTimeout: 30_000,
    hookTimeout: 30_000,
    passWithNoTests: false,
    // The JSON file is what `npm test` sums up; turbo restores it where a package's tests needn't run again.
    reporters: ['default', ['json', { outputFile: 'test-results/vitest.json' }]],
  },
});
