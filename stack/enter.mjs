// Entry point of every npm script. Runs on Node 20 and newer without installed packages, so it imports only
// Node's own modules. Installs and builds missing or outdated parts, then continues under the Node that npm
// installed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const COMMANDS = {
  start: { script: 'stack/src/main.ts', needsWeb: true },
  dev: { script: 'stack/src/main.ts', needsWeb: true, args: ['--watch'] },
  test: { script: 'stack/src/test/run.ts', needsWeb: true, needsTests: true },
  'test:full': { script: 'stack/src/test/run.ts', needsWeb: true, needsTests: true, args: ['--full'] },
  'test:operations': {
    script: 'stack/src/test/run.ts',
    needsWeb: true,
    needsTests: true,
    args: ['--full', 'operations'],
  },
  fuzz: {
    script: 'node_modules/vitest/vitest.mjs',
    needsWeb: false,
    needsTests: true,
    args: ['run', '--project=int', 'worker-assets/src/import/mutants.int.test.ts'],
    env: { MUTANTS: '100000' },
  },
  bench: { script: 'bench/run.ts', needsWeb: true, needsTests: true },
  migrate: { script: 'stack/src/migrate.ts', needsWeb: false },
  backup: { script: 'stack/src/backup/main.ts', needsWeb: false, args: ['backup'] },
  'go-back': { script: 'stack/src/upgrades/go-back.ts', needsWeb: false },
  doctor: { script: 'stack/src/doctor/main.ts', needsWeb: false },
  restore: { script: 'stack/src/backup/main.ts', needsWeb: false, args: ['restore'] },
};

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const exe = process.platform === 'win32' ? '.exe' : '';
const innerNode = join(root, 'node_modules/node/bin', `node${exe}`);
const lockFile = join(root, 'package-lock.json');
const installedMarker = join(root, 'node_modules/.package-lock.json');
/** A package that only tests need. */
const testsMarker = join(root, 'node_modules/vitest/package.json');
const builtMarker = join(root, 'web/dist/.built');
/** Sources of the web pages. */
const webSources = ['web', 'shared/src', 'package-lock.json'];
/** Interval between checks that the parent process still runs, in milliseconds. */
const PARENT_CHECK_MS = 250;
/** Longest silence of a step, in milliseconds; a silent command is taken for one that hangs. */
const SILENCE_MS = 5_000;
/** Parts of `webSources` that no page contains. */
const notInWeb = ['web/dist', 'web/e2e', 'shared/src/server'].map((path) => join(root, path));

main().catch((err) => fail(err.message));

async function main() {
  const name = process.argv[2] ?? '';
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    fail(`Say one of ${Object.keys(COMMANDS).join(', ')}`);
  }
  await install(command.needsTests === true);
  if (command.needsWeb) {
    await buildWeb();
  }
  goOn([join(root, command.script), ...(command.args ?? []), ...process.argv.slice(3)], command.env);
}

/** Installs the packages of the product, and those of its tests if a command needs them or they were installed before. */
async function install(needsTests) {
  const hasTests = existsSync(testsMarker);
  const scope = needsTests || hasTests ? '--include=dev' : '--omit=dev';
  if (!existsSync(installedMarker) || timeOf(installedMarker) < timeOf(lockFile)) {
    console.log('Installing what is missing …');
    // npm's warnings concern the Node that runs npm, which runs nothing else.
    await runNpm(['ci', scope, '--loglevel=error']);
  } else if (needsTests && !hasTests) {
    console.log('Installing what the tests need …');
    await runNpm(['install', scope, '--no-save', '--loglevel=error']);
  }
  if (!existsSync(innerNode)) {
    // An npm install without scripts leaves Node's package empty.
    await runNpm(['rebuild', 'node']);
  }
  if (!existsSync(innerNode)) {
    fail('Node.js 24 could not be installed by npm: run npm ci and look at what it says');
  }
}

async function buildWeb() {
  const newest = Math.max(...webSources.map((source) => newestIn(join(root, source))));
  if (existsSync(builtMarker) && timeOf(builtMarker) >= newest) {
    return;
  }
  console.log('Building the web pages …');
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const startedAt = new Date();
  const args = [vite, 'build', 'web', '--logLevel', 'warn'];
  const status = await runStep('Building the web pages', realpathSync(innerNode), args);
  if (status !== 0) {
    fail('The web pages could not be built');
  }
  writeFileSync(builtMarker, `${startedAt.toISOString()}\n`);
}

function newestIn(path) {
  if (!existsSync(path) || notInWeb.includes(path)) {
    return 0;
  }
  if (!statSync(path).isDirectory()) {
    return timeOf(path);
  }
  return Math.max(0, ...readdirSync(path).map((entry) => newestIn(join(path, entry))));
}

function timeOf(path) {
  return statSync(path).mtimeMs;
}

async function runNpm(args) {
  const npm = process.env.npm_execpath;
  const node = outerNode();
  const status = await (npm
    ? runStep('Installing', node, [npm, ...args])
    : runStep('Installing', 'npm', args, { shell: process.platform === 'win32' }));
  if (status !== 0) {
    fail(`npm ${args.join(' ')} did not succeed`);
  }
}

/** Runs a command and prints a line every five seconds until it ends. Returns its status. */
async function runStep(what, command, args, options = {}) {
  const startedAt = Date.now();
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
  const timer = setInterval(() => {
    console.log(`${what}: ${Math.round((Date.now() - startedAt) / 1_000)} s`);
  }, SILENCE_MS);
  const endChild = (signal) => child.kill(signal);
  process.on('SIGTERM', endChild);
  try {
    const [status] = await once(child, 'exit');
    return status;
  } finally {
    clearInterval(timer);
    process.off('SIGTERM', endChild);
  }
}

/** Returns a Node outside of node_modules, which npm does not delete while it replaces the folder. */
function outerNode() {
  if (!process.execPath.startsWith(join(root, 'node_modules'))) {
    return process.execPath;
  }
  const folders = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'));
  return (
    folders.map((folder) => join(folder, `node${exe}`)).find((path) => existsSync(path)) ?? process.execPath
  );
}

function goOn(args, defaults) {
  // The closed channel notifies the child when this process has ended, even by SIGKILL.
  const child = spawn(realpathSync(innerNode), args, {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      ...defaults,
      ...process.env,
      PATH: join(root, 'node_modules/.bin') + delimiter + (process.env.PATH ?? ''),
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal));
  }
  // npm does not forward its termination to the children of the shell. The parent of this process is then
  // gone.
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) {
      child.kill('SIGTERM');
    }
  }, PARENT_CHECK_MS).unref();
  child.on('error', (err) => fail(`Node.js 24 does not run here: ${err.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)));
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
