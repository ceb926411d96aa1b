import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { PROJECT_ROOT } from '../env.ts';

type Count = { passed: number; failed: number };
/** Runs a script of `node_modules` with the arguments. @returns whether it ended well. */
type RunScript = (script: string, args: readonly string[], env?: NodeJS.ProcessEnv) => Promise<boolean>;
type Step = { name: string; run: (runScript: RunScript, scratch: string) => Promise<Count> };

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});
const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number() }),
  errors: z.array(z.unknown()).default([]),
});

/**
 * In the order of what they cost. Those of a group run at once. What talks to servers and what drives browsers does not, as
 * each keeps two cores busy by itself: together, twenty processes wait for their turn and everything takes longer.
 */
const GROUPS: readonly (readonly Step[])[] = [
  [
    { name: 'types', run: (runScript) => runCheck(runScript, 'typescript/bin/tsc', ['-p', '.']) },
    { name: 'lint', run: (runScript) => runCheck(runScript, '@biomejs/biome/bin/biome', ['check', '.']) },
  ],
  [{ name: 'unit', run: (runScript, scratch) => runVitest(runScript, ['unit', 'unit-alone'], scratch) }],
  [{ name: 'int', run: (runScript, scratch) => runVitest(runScript, ['int'], scratch) }],
  [{ name: 'e2e', run: runPlaywright }],
];

/** `npm test`, or `npm test -- <steps>`: runs all, whatever fails, and ends with `N passed, N failed`. */
async function main(): Promise<void> {
  const wanted = process.argv.slice(2);
  const names = GROUPS.flat().map(({ name }) => name);
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    console.error(`There is no ${unknown.join(', ')}: say some of ${names.join(', ')}`);
    process.exit(2);
  }
  const scratch = mkdtempSync(join(tmpdir(), 'diorama-run-'));
  const counts: Count[] = [];
  for (const group of GROUPS) {
    const steps = group.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
    counts.push(...(await Promise.all(steps.map((step) => runStep(step, steps.length > 1, scratch)))));
  }
  rmSync(scratch, { recursive: true, force: true });
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exit(failed === 0 && passed > 0 ? 0 : 1);
}

/** @param isOneOfMany others print at the same time, so each of its lines names it. */
async function runStep({ name, run }: Step, isOneOfMany: boolean, scratch: string): Promise<Count> {
  console.log(`\n=== ${name}`);
  const prefix = isOneOfMany ? `${name.padEnd(5)} | ` : null;
  const count = await run((script, args, env) => runNode(prefix, script, args, env), scratch);
  console.log(`=== ${name}: ${count.passed} passed, ${count.failed} failed`);
  return count;
}

async function runNode(
  prefix: string | null,
  script: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<boolean> {
  const child = spawn(process.execPath, [join(PROJECT_ROOT, 'node_modules', script), ...args], {
    cwd: PROJECT_ROOT,
    stdio: prefix === null ? 'inherit' : ['inherit', 'pipe', 'pipe'],
    // What the tests start by the hundred is compiled once.
    env: { NODE_COMPILE_CACHE: join(PROJECT_ROOT, '.data/compile-cache'), ...process.env, ...env },
  });
  for (const output of [child.stdout, child.stderr]) {
    if (output) {
      createInterface({ input: output }).on('line', (line) => console.log(`${prefix}${line}`));
    }
  }
  const [status] = await once(child, 'close');
  return status === 0;
}

async function runCheck(runScript: RunScript, script: string, args: readonly string[]): Promise<Count> {
  return (await runScript(script, args)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function runVitest(runScript: RunScript, projects: readonly string[], scratch: string): Promise<Count> {
  const file = join(scratch, `${projects[0]}.json`);
  const isGreen = await runScript('vitest/vitest.mjs', [
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

async function runPlaywright(runScript: RunScript, scratch: string): Promise<Count> {
  const folder = join(PROJECT_ROOT, 'web/e2e');
  if (!existsSync(folder) || !readdirSync(folder).some((name) => name.endsWith('.spec.ts'))) {
    console.log('There are no journeys');
    return { passed: 0, failed: 1 };
  }
  const file = join(scratch, 'e2e.json');
  const isGreen = await runScript(
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

await main();
