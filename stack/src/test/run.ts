import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { PROJECT_ROOT } from '../env.ts';
import { isTooLate } from './slow.ts';

/** @property failures the names of failed tests, and descriptions of other failures. */
type Outcome = { passed: number; failures: readonly string[] };
/** Runs a script of `node_modules` with the arguments. @returns whether it succeeded. */
type RunScript = (script: string, args: readonly string[], env?: NodeJS.ProcessEnv) => Promise<boolean>;
type Step = { name: string; run: (runScript: RunScript, scratch: string) => Promise<Outcome> };

/** Linux's file system in memory, and the room that the tests of `npm test` need in it. */
const MEMORY_DISK = '/dev/shm';
const MEMORY_DISK_BYTES = 2e9;

const HEARTBEAT = join(import.meta.dirname, 'heartbeat-reporter.ts');

const VitestReport = z.object({
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
});

const PlaywrightSuite = z.object({
  specs: z
    .array(z.object({ ok: z.boolean(), file: z.string(), line: z.number(), title: z.string() }))
    .default([]),
  get suites() {
    return z.array(PlaywrightSuite).default([]);
  },
});
const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number() }),
  suites: z.array(PlaywrightSuite),
  errors: z.array(z.object({ message: z.string().default('an error outside of the tests') })).default([]),
});

/** Tests of Vitest that everybody runs, and those that take long. */
const EVERYBODY = '--tags-filter=!full';
const LONG = '--tags-filter=full';

/**
 * The steps of a group run at once. Server tests and journeys run alone, because each keeps two cores busy: together,
 * twenty processes would slow everything down.
 */
const GROUPS: readonly (readonly Step[])[] = [
  [
    { name: 'types', run: (runScript) => runCheck(runScript, 'typescript/bin/tsc', ['-p', '.']) },
    { name: 'lint', run: (runScript) => runCheck(runScript, '@biomejs/biome/bin/biome', ['check', '.']) },
    vitestStep('browser', ['browser'], EVERYBODY),
  ],
  [vitestStep('unit', ['unit', 'unit-alone'], EVERYBODY)],
  [vitestStep('int', ['int'], EVERYBODY)],
  [journeys('e2e', '--grep')],
];

/** What only `npm run test:full` runs: long tests and further journeys. They begin until `TEST_UNTIL`. */
const REST: readonly (readonly Step[])[] = [
  [vitestStep('unit-rest', ['unit', 'unit-alone'], LONG)],
  [vitestStep('int-rest', ['int'], LONG)],
  [journeys('e2e-rest', '--grep-invert')],
  // Several hosts, and two releases beside each other. They are last, as one of them may take twenty minutes.
  [vitestStep('operations', ['operations'])],
];

/**
 * `npm test`, or `npm run test:full` with the long tests, each also with `-- <steps>`: runs all steps
 * despite failures. Prints the failures and `N passed, N failed`.
 */
async function main(): Promise<void> {
  const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  const groups = process.argv.includes('--full') ? [...GROUPS, ...REST] : GROUPS;
  const names = groups.flat().map(({ name }) => name);
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    console.error(`There is no ${unknown.join(', ')}: say some of ${names.join(', ')}`);
    process.exit(2);
  }
  const scratch = makeScratch();
  const outcomes: Outcome[] = [];
  for (const group of groups) {
    const steps = group.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
    outcomes.push(...(await Promise.all(steps.map((step) => runStep(step, steps.length > 1, scratch)))));
  }
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failures = outcomes.flatMap((outcome) => outcome.failures);
  console.log(['', ...failures.map((failure) => `failed: ${failure}`)].join('\n'));
  console.log(`${passed} passed, ${failures.length} failed`);
  if (isTooLate()) {
    console.log('The time of TEST_UNTIL is over: long tests after it were skipped, as the lines above show');
  }
  // A machine without network namespaces, or without time, skips all tests of a step.
  const isEmpty = passed === 0 && !wanted.includes('operations') && !isTooLate();
  process.exit(failures.length === 0 && !isEmpty ? 0 : 1);
}

/**
 * Makes the folder of temporary files, which is deleted at the end. Where Linux has room, it is in memory: there
 * a database is created in a tenth of the time.
 */
function makeScratch(): string {
  const scratch = mkdtempSync(join(isMemoryDiskUsable() ? MEMORY_DISK : tmpdir(), 'diorama-run-'));
  // PostgreSQL may run as another user and has a folder in this one.
  chmodSync(scratch, 0o711);
  process.once('exit', () =>
    rmSync(scratch, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => process.exit(1));
  }
  return scratch;
}

/** Whether the file system in memory has room, and may hold the programs that the tests unpack. */
function isMemoryDiskUsable(): boolean {
  if (!existsSync(MEMORY_DISK)) {
    return false;
  }
  const { bavail, bsize } = statfsSync(MEMORY_DISK);
  const mount = readFileSync('/proc/mounts', 'utf8').match(new RegExp(`^\\S+ ${MEMORY_DISK} .*$`, 'm'));
  return Math.min(bavail * bsize, freemem()) > MEMORY_DISK_BYTES && !/\bnoexec\b/.test(mount?.[0] ?? '');
}

/** @param isOneOfMany other steps print at the same time, so each line names its step. */
async function runStep({ name, run }: Step, isOneOfMany: boolean, scratch: string): Promise<Outcome> {
  console.log(`\n=== ${name}`);
  const prefix = isOneOfMany ? `${name.padEnd(7)} | ` : null;
  // Tests of `npm test` are never skipped. Long tests have large files, which are written to the disk.
  const isShort = GROUPS.flat().some((step) => step.name === name);
  const limit = isShort ? { TEST_UNTIL: undefined, TMPDIR: scratch } : {};
  const outcome = await run(
    (script, args, env) => runNode(prefix, script, args, { ...limit, ...env }),
    scratch,
  );
  const { passed, failures } = outcome;
  console.log(`=== ${name}: ${passed} passed, ${failures.length} failed`);
  return { ...outcome, failures: failures.map((failure) => `${name} | ${failure}`) };
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
    // Compile cache of the hundreds of processes that the tests start.
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

async function runCheck(runScript: RunScript, script: string, args: readonly string[]): Promise<Outcome> {
  return (await runScript(script, args))
    ? { passed: 1, failures: [] }
    : { passed: 0, failures: [`${script} (see above)`] };
}

function vitestStep(name: string, projects: readonly string[], filter?: string): Step {
  return { name, run: (runScript, scratch) => runVitest(runScript, { name, projects, filter, scratch }) };
}

async function runVitest(
  runScript: RunScript,
  {
    name,
    projects,
    filter,
    scratch,
  }: { name: string; projects: readonly string[]; filter: string | undefined; scratch: string },
): Promise<Outcome> {
  const file = join(scratch, `${name}.json`);
  const isGreen = await runScript('vitest/vitest.mjs', [
    'run',
    ...projects.map((project) => `--project=${project}`),
    ...(filter === undefined ? [] : [filter]),
    '--reporter=default',
    `--reporter=${HEARTBEAT}`,
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  const report = readReport(file, VitestReport);
  const failures = (report?.testResults ?? []).flatMap(({ name, status, assertionResults }) => {
    const tests = assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => ` > ${test.fullName}`);
    // A file that failed to load, or whose hooks failed, may have no failed test.
    const said = status === 'failed' && tests.length === 0 ? [' (as a whole)'] : tests;
    return said.map((test) => relative(PROJECT_ROOT, name) + test);
  });
  return {
    passed: report?.numPassedTests ?? 0,
    failures: withUnreported(failures, isGreen && report !== null),
  };
}

/** @param choice - the option of Playwright by which the journeys that everybody runs are chosen, or left out */
function journeys(name: string, choice: '--grep' | '--grep-invert'): Step {
  return { name, run: (runScript, scratch) => runPlaywright(runScript, scratch, [choice, '@core']) };
}

async function runPlaywright(
  runScript: RunScript,
  scratch: string,
  journeys: readonly string[],
): Promise<Outcome> {
  const file = join(scratch, 'e2e.json');
  const isGreen = await runScript(
    '@playwright/test/cli.js',
    ['test', '--config', 'web/playwright.config.ts', '--reporter', `list,json,${HEARTBEAT}`, ...journeys],
    { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  );
  const report = readReport(file, PlaywrightReport);
  const failures = [
    ...(report?.suites ?? []).flatMap(failedSpecs),
    ...(report?.errors ?? []).map(({ message }) => message.replace(/\n.*/s, '')),
  ];
  return {
    passed: report?.stats.expected ?? 0,
    failures: withUnreported(failures, isGreen && report !== null),
  };
}

function failedSpecs({ specs, suites }: z.output<typeof PlaywrightSuite>): string[] {
  const own = specs.filter(({ ok }) => !ok).map(({ file, line, title }) => `${file}:${line} > ${title}`);
  return [...own, ...suites.flatMap(failedSpecs)];
}

/** Adds a failure for a failed run without a failed test. */
function withUnreported(failures: readonly string[], isGreen: boolean): readonly string[] {
  return isGreen || failures.length > 0 ? failures : ['the run as a whole (see above)'];
}

function readReport<T extends z.ZodType>(file: string, schema: T): z.output<T> | null {
  return existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
}

await main();
