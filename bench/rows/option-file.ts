import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeCorpus } from '@diorama/worker-assets/test/size-corpus/write-corpus.ts';
import { texturedModel } from '@diorama/worker-assets/test/textured-models.ts';
import { ROUNDS, timesOfParts } from '../measure.ts';
import { publish, uploadModel } from '../models.ts';
import { openProduct, type Product } from '../product.ts';
import { atMost, medianOf, type Row } from '../row.ts';
import { until } from '../until.ts';

/** Side of the textures, in pixels. */
const SIZE = 1024;
const PARTS = ['a scan', 'painted colours', 'colours and normals', 'all five maps'];
const COLORS = ['oak', 'walnut', 'red', 'blue', 'green', 'white', 'black', 'grey'];
const LONGEST_S = 3;

/** Uploads the parts of a chair. @returns their assets */
async function uploadParts(product: Product): Promise<string[]> {
  using dir = mkdtempDisposableSync(join(tmpdir(), 'diorama-option-file-'));
  const models = PARTS.map((name) => ({ name, make: () => texturedModel(name, SIZE) }));
  const paths = await writeCorpus(dir.path, models);
  const assets: string[] = [];
  // Several at once would wait for the processor to be idle.
  for (const path of paths.values()) {
    const asset = await uploadModel(product, path);
    await until(async () => (await product.api('GET', asset)).status === 'ready', { everyMs: 50 });
    assets.push(asset);
  }
  return assets;
}

/** A chair with a color, legs and arms to choose. */
function chair([seat = '', legs = '', castors = '', arms = '']: readonly string[]): object {
  const model = (asset: string, more: object) => ({ kind: 'model', props: { asset }, ...more });
  const colors = COLORS.map((id, i) => [
    id,
    { option: 'color', index: `a${i}`, values: { 'nodes/back/material': id } },
  ]);
  const shown = (isOn: boolean) => ({ 'nodes/legs/visible': isOn, 'nodes/castors/visible': !isOn });
  return {
    materials: Object.fromEntries(COLORS.map((id, i) => [id, { color: `#${i}${i}44${i}${i}` }])),
    nodes: {
      seat: model(seat, { position: [0, 1, 0] }),
      back: { kind: 'roundedBox', position: [0, 2, -1], material: 'oak' },
      legs: model(legs, {}),
      castors: model(castors, { visible: false }),
      arms: model(arms, { position: [2, 1, 0] }),
    },
    options: { color: {}, legs: { index: 'a1' }, arms: { index: 'a2' } },
    choices: {
      ...Object.fromEntries(colors),
      plain: { option: 'legs', values: shown(true) },
      rolling: { option: 'legs', index: 'a1', values: shown(false) },
      with: { option: 'arms' },
      without: { option: 'arms', index: 'a1', values: { 'nodes/arms/visible': false } },
    },
  };
}

/** Requests the files of a combination as a visitor, until they are made. @returns seconds */
async function secondsUntilMade(url: string, choices: Readonly<Record<string, string>>): Promise<number> {
  const body = JSON.stringify({ choices });
  const headers = { 'Content-Type': 'application/json' };
  const startedAt = performance.now();
  await until(
    async () => {
      const response = await fetch(url, { method: 'POST', headers, body });
      const { status } = response.ok ? await response.json() : { status: String(response.status) };
      if (status !== 'queued' && status !== 'completed') {
        throw new Error(`The files of a combination ended ${status}`);
      }
      return status === 'completed';
    },
    { everyMs: 50 },
  );
  return (performance.now() - startedAt) / 1_000;
}

export const optionFile: Row = {
  name: 'option-file',
  what: `AR files of a combination of a chair of three options and four models with textures of ${SIZE} pixels: from the request until they are made`,
  run: async () => {
    await using product = await openProduct();
    const assets = await uploadParts(product);
    const { uuid } = await product.api('POST', '/api/compositions', {
      name: 'Chair',
      account: product.account,
    });
    const path = `/api/compositions/${uuid}/document`;
    const { revision } = await product.api('GET', path);
    await product.api('PUT', path, { document: chair(assets) }, { 'If-Match': String(revision) });
    await publish(product, String(uuid));
    const url = `${product.stack.url}/api/public/scenes/${uuid}/option-files`;
    const measured = await timesOfParts(['new'] as const, { warmUp: 1, turns: ROUNDS }, async (turn) => {
      const choices = { color: COLORS[turn + 1] ?? '', legs: 'rolling', arms: 'without' };
      return { new: await secondsUntilMade(url, choices) };
    });
    return {
      unit: 's',
      measured,
      goals: [atMost('s for a new combination', medianOf(measured, 'new'), LONGEST_S)],
      notes: ['asked every 50 ms'],
    };
  },
};
