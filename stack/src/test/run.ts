import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { PROJECT_ROOT } from '../env.ts';

type Count = { passed: number; failed: number };
type Step = { name: string; run: (scratch: string) => Count };

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});
const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number() }),
  errors: z.array(z.unknown()).default([]),
});

/** In the order of what they cost. */
const STEPS: readonly Step[] = [
  { name: 'types', run: () => runCheck('typescript/bin/tsc', ['-p', '.']) },
  { name: 'lint', run: () => runCheck('@biomejs/biome/bin/biome', ['check', '.']) },
  { name: 'unit', run: (scratch) => runVitest(['unit', 'unit-alone'], scratch) },
  { name: 'int', run: (scratch) => runVitest(['int'], scratch) },
  { name: 'e2e', run: runPlaywright },
];

/** `npm test`, or `npm test -- <steps>`: runs all, whatever fails, and ends with `N passed, N failed`. */
function main(): void {
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => !STEPS.some((step) => step.name === name));
  if (unknown.length > 0) {
    console.error(
      `There is no ${unknown.join(', ')}: say some of ${STEPS.map(({ name }) => name).join(', ')}`,
    );
    process.exit(2);
  }
  const scratch = mkdtempSync(join(tmpdir(), 'diorama-run-'));
  const total: Count = { passed: 0, failed: 0 };
  for (const step of STEPS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    console.log(`\n=== ${step.name}`);
    const { passed, failed } = step.run(scratch);
    console.log(`=== ${step.name}: ${passed} passed, ${failed} failed`);
    total.passed += passed;
    total.failed += failed;
  }
  rmSync(scratch, { recursive: true, force: true });
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
}

function runNode(script: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): boolean {
  const result = spawnSync(process.execPath, [join(PROJECT_ROOT, 'node_modules', script), ...args], {
    cwd: PROJECT_ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return result.status === 0;
}

function runCheck(script: string, args: readonly string[]): Count {
  return runNode(script, args) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

function runVitest(projects: readonly string[], scratch: string): Count {
  const file = join(scratch, `${projects[0]}.json`);
  const isGreen = runNode('vitest/vitest.mjs', [
    'run',
    ...projects.map((name) => `--project=${name}`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  const report = readReport(file, VitestReport);
  if (!report) {
    return { passed: 0, failed: 1 };
  }
  // A file that could not even be loaded has no tests to fail.
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length;
  const failed = report.numFailedTests + brokenFiles;
  return { passed: report.numPassedTests, failed: isGreen ? failed : Math.max(1, failed) };
}

function runPlaywright(scratch: string): Count {
  const folder = join(PROJECT_ROOT, 'web/e2e');
  if (!existsSync(folder) || !readdirSync(folder).some((name) => name.endsWith('.spec.ts'))) {
    console.log('There are no journeys');
    return { passed: 0, failed: 1 };
  }
  const file = join(scratch, 'e2e.json');
  const isGreen = runNode(
    '@playwright/test/cli.js',
    ['test', '--config', 'web/playwright.config.ts', '--reporter', 'list,json'],
    { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  );
  const report = readReport(file, PlaywrightReport);
  if (!report) {
    return { passed: 0, failed: 1 };
  }
  const { expected, unexpected } = report.stats;
  const failed = unexpected + report.errors.length;
  return { passed: expected, failed: isGreen ? failed : Math.max(1, failed) };
}

function readReport<T extends z.ZodType>(file: string, schema: T): z.output<T> | null {
  return existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
}

main();
