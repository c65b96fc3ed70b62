const { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

/**
 * Adds up what the tests of all processes noted: which operations of STACKIT they cover, and what of it departs from STACKIT's
 * documents. A run of all tests fails when an operation of our clients was not answered with success, or on any departure.
 */
module.exports = class OperationsReporter {
  #folder = mkdtempSync(join(tmpdir(), 'sostackit-ledger-'));
  #config;
  #error;

  constructor(globalConfig) {
    this.#config = globalConfig;
    // Before the first worker is started, which inherits it.
    process.env.SOSTACKIT_LEDGER = this.#folder;
  }

  onRunComplete(contexts, results) {
    try {
      const lines = readdirSync(this.#folder).flatMap((name) =>
        readFileSync(join(this.#folder, name), 'utf8').trim().split('\n').map(JSON.parse),
      );
      this.#judge(lines, this.#isWhole(contexts) && !results.wasInterrupted);
    } finally {
      rmSync(this.#folder, { recursive: true, force: true });
    }
  }

  /** Jest fails a run whose reporter answers an error here. */
  getLastError() {
    return this.#error;
  }

  #isWhole(contexts) {
    const { testPathPatterns, testNamePattern, onlyChanged, onlyFailures, findRelatedTests, shard } = this.#config;
    const isNarrowed = testNamePattern || onlyChanged || onlyFailures || findRelatedTests || shard;
    const roots = [...contexts].flatMap(({ config }) => config.roots);
    const own = join(this.#config.rootDir, 'test');
    return !isNarrowed && testPathPatterns.patterns.length === 0 && roots.every((root) => root === own);
  }

  #judge(lines, isWhole) {
    const operations = (by) =>
      [...new Set(lines.filter((line) => line.by === by).map(({ operation }) => operation))].sort();
    const [ours, others] = [operations('our client'), operations('another')];
    const violations = [...new Set(lines.flatMap(({ violation }) => violation ?? []))];
    const problems = violations.map((text) => `departs from STACKIT's documents: ${text}`);
    if (isWhole) {
      const missing = wanted().filter((operation) => !ours.includes(operation));
      problems.push(...missing.map((operation) => `no test has our client call ${operation} with success`));
      console.log(`\n${ours.length} operations of STACKIT that tests cover with our client: ${ours.join(' ')}`);
      const further = others.filter((operation) => !ours.includes(operation));
      console.log(`${further.length} more by other means: ${further.join(' ')}`);
      const documents = join(this.#config.rootDir, '../shared/stackit/openapi');
      if (!existsSync(documents)) console.log('passed over: the check against STACKIT’s documents, which are not here');
    }
    if (problems.length === 0) return;
    console.error(`\n${problems.slice(0, 50).join('\n')}`);
    this.#error = new Error(`${problems.length} problems with STACKIT's operations`);
  }
};

/** All operations of our clients, tokens and uploads included. */
function wanted() {
  const { register } = require('tsx/cjs/api');
  const unregister = register();
  try {
    const { iaasOperations, skeOperations, serviceEnablementOperations } = require('../../src/stackit');
    const tables = { ...iaasOperations, ...skeOperations, ...serviceEnablementOperations };
    return [...Object.values(tables).map(({ operationId }) => operationId), 'CreateToken', 'UploadImage'];
  } finally {
    unregister();
  }
}
