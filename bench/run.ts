import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Measured } from './measure.ts';
import { installPeers } from './peers.ts';
import type { Row, RowResult } from './row.ts';
import { apiList } from './rows/api-list.ts';
import { apiLogin } from './rows/api-login.ts';
import { apiScene } from './rows/api-scene.ts';
import { capacity } from './rows/capacity.ts';
import { collabFanout } from './rows/collab-fanout.ts';
import { collabGrowth } from './rows/collab-growth.ts';
import { collabMemory } from './rows/collab-memory.ts';
import { collabOpen } from './rows/collab-open.ts';
import { collabScenes } from './rows/collab-scenes.ts';
import { component1000 } from './rows/component-1000.ts';
import { crowdedQueue } from './rows/crowded-queue.ts';
import { dashboardTti } from './rows/dashboard-tti.ts';
import { editor1000 } from './rows/editor-1000.ts';
import { editor5000 } from './rows/editor-5000.ts';
import { fairness } from './rows/fairness.ts';
import { glbCost } from './rows/glb-cost.ts';
import { glbLook } from './rows/glb-look.ts';
import { glbSize } from './rows/glb-size.ts';
import { growth } from './rows/growth.ts';
import { importLarge } from './rows/import-large.ts';
import { importRate } from './rows/import-rate.ts';
import { importSmall } from './rows/import-small.ts';
import { importWorkers } from './rows/import-workers.ts';
import { jobsDrain } from './rows/jobs-drain.ts';
import { jobsEnqueue } from './rows/jobs-enqueue.ts';
import { jobsPickup } from './rows/jobs-pickup.ts';
import { jobsRecover } from './rows/jobs-recover.ts';
import { optionFile } from './rows/option-file.ts';
import { optionsSwitch } from './rows/options-switch.ts';
import { ordersSettle } from './rows/orders-settle.ts';
import { repeat10000 } from './rows/repeat-10000.ts';
import { revocation } from './rows/revocation.ts';
import { start } from './rows/start.ts';
import { upload300 } from './rows/upload-300.ts';
import { usdz } from './rows/usdz.ts';
import { usdzTotal } from './rows/usdz-total.ts';
import { viewerFirstFrame } from './rows/viewer-first-frame.ts';
import { viewerJs } from './rows/viewer-js.ts';
import { walls200 } from './rows/walls-200.ts';

const ROWS: readonly Row[] = [
  jobsEnqueue,
  jobsPickup,
  jobsDrain,
  jobsRecover,
  ordersSettle,
  apiScene,
  apiList,
  apiLogin,
  growth,
  collabFanout,
  collabGrowth,
  collabOpen,
  collabMemory,
  collabScenes,
  revocation,
  fairness,
  upload300,
  glbSize,
  glbLook,
  glbCost,
  importSmall,
  importRate,
  importWorkers,
  component1000,
  crowdedQueue,
  importLarge,
  usdz,
  usdzTotal,
  viewerJs,
  viewerFirstFrame,
  dashboardTti,
  editor5000,
  repeat10000,
  optionsSwitch,
  optionFile,
  editor1000,
  walls200,
  start,
  capacity,
];
const RESULTS = join(import.meta.dirname, 'results');

/** `npm run bench`, or `npm run bench -- <rows>`. */
async function main(): Promise<void> {
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => !ROWS.some((row) => row.name === name));
  if (unknown.length > 0) {
    throw new Error(
      `There is no ${unknown.join(', ')}: say some of ${ROWS.map((row) => row.name).join(', ')}`,
    );
  }
  installPeers();
  mkdirSync(RESULTS, { recursive: true });
  let failures = 0;
  for (const row of ROWS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    console.log(`\n${row.name}: ${row.what}`);
    try {
      const result = await row.run();
      print(result);
      write(row, result);
    } catch (err) {
      failures += 1;
      console.error(`  could not be measured: ${err instanceof Error ? err.message : err}`);
    }
  }
  process.exit(failures === 0 ? 0 : 1);
}

function print({ unit, measured, goals, notes }: RowResult): void {
  const [first] = measured;
  const width = Math.max(...measured.map(({ name }) => name.length), 10);
  for (const one of measured) {
    const ratio = first && one !== first ? `${format(first.median / one.median)} ×` : '';
    const range = `${format(one.min)} – ${format(one.max)}`;
    console.log(
      `  ${one.name.padEnd(width)} ${format(one.median).padStart(12)} ${unit.padEnd(6)} ${range.padEnd(24)} ${ratio}`,
    );
  }
  for (const goal of goals) {
    console.log(`  ${goal.isReached ? '✓' : '✗'} ${goal.text} (${format(goal.value)})`);
  }
  for (const note of notes) {
    console.log(`  note: ${note}`);
  }
}

function format(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits });
}

function write(row: Row, result: RowResult): void {
  const measured = result.measured.map((one: Measured) => ({
    ...one,
    ratio: (result.measured[0]?.median ?? Number.NaN) / one.median,
  }));
  const report = {
    name: row.name,
    what: row.what,
    at: new Date().toISOString(),
    commit: readCommit(),
    machine: { cpu: cpus()[0]?.model, cores: cpus().length, memory: totalmem(), node: process.version },
    ...result,
    measured,
  };
  writeFileSync(join(RESULTS, `${row.name}.json`), `${JSON.stringify(report, null, 2)}\n`);
}

function readCommit(): string | null {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: import.meta.dirname, encoding: 'utf8' }).trim();
  } catch {
    return null;
  }
}

main().catch((err) => {
  console.error(err instanceof Error ? err.message : err);
  process.exit(1);
});
