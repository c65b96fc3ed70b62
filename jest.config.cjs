/** Packages that hold ES modules only. Jest runs tests as CommonJS, so it turns them into that first. */
const ES_MODULES = ['@marcbachmann/cel-js', 'openid-client', 'oauth4webapi', 'jose'];

const swc = (syntax) => [
  '@swc/jest',
  { jsc: { target: 'es2023', parser: { syntax } }, module: { type: 'commonjs' }, sourceMaps: 'inline' },
];

/** @type {import('jest').Config} */
module.exports = {
  // Most tests wait for a wire rather than for a processor, so none is kept back.
  maxWorkers: '100%',
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  transform: { '^.+\\.ts$': swc('typescript'), '^.+\\.js$': swc('ecmascript') },
  transformIgnorePatterns: [`/node_modules/(?!(${ES_MODULES.join('|')})/)`],
  moduleNameMapper: {
    '^sostackit$': '<rootDir>/constructs/index.ts',
    '^sostackit/(plus|testing)$': '<rootDir>/constructs/$1/index.ts',
  },
  testTimeout: 30_000,
  reporters: ['default', '<rootDir>/test/support/operations-reporter.cjs'],
};
