module.exports = { testMatch: ['**/*.spec.ts'], transform: { '^.+\\.ts$': 'ts-jest' } };
