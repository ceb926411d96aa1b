import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { openBrowser } from '../browser.ts';
import { ROUNDS, summarise } from '../measure.ts';
import { publish } from '../models.ts';
import { openProduct, type Product } from '../product.ts';
import { atMost, type Row } from '../row.ts';

const PARTS = 300;
/** Smallest difference of the picture's mean colour, of 255. */
const SEEN = 10;

/** Parts in two materials, and copies of a repeat; one option each. */
async function makeScene(product: Product): Promise<string> {
  const { uuid } = await product.api('POST', '/api/compositions', {
    name: 'Options',
    account: product.account,
  });
  const path = `/api/compositions/${uuid}/document`;
  const { revision } = await product.api('GET', path);
  const parts = Array.from({ length: PARTS }, (_, i) => [
    `p${i}`,
    { kind: 'box', position: [(i % 20) - 10, 0.5, Math.floor(i / 20) - 7], material: 'oak' },
  ]);
  const values = (material: string) =>
    Object.fromEntries(parts.map(([id]) => [`nodes/${id}/material`, material]));
  const document = {
    materials: { oak: { color: '#ff0000' }, blue: { color: '#0000ff' } },
    options: { color: { name: 'Color' }, number: { name: 'Number', index: 'a1' } },
    choices: {
      oak: { option: 'color', name: 'Oak' },
      blue: { option: 'color', name: 'Blue', index: 'a1', values: values('blue') },
      few: { option: 'number', name: 'Few' },
      many: { option: 'number', name: 'Many', index: 'a1', values: { 'nodes/row/props.count': 1_000 } },
    },
    nodes: {
      ...Object.fromEntries(parts),
      row: { kind: 'repeat', position: [-10, 3, 0], props: { step: [0.02, 0.002, 0] } },
      ball: { kind: 'sphere', parent: 'row', material: 'oak' },
    },
  };
  await product.api('PUT', path, { document }, { 'If-Match': String(revision) });
  await publish(product, String(uuid));
  return String(uuid);
}

/** Chooses, and returns the milliseconds until the frame with the choice has been drawn. */
async function choose(page: Page, name: string): Promise<number> {
  return await page.getByRole('radio', { name, exact: true }).evaluate(async (radio: HTMLElement) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    const startedAt = performance.now();
    radio.click();
    await frame();
    await frame();
    return performance.now() - startedAt;
  });
}

async function meanColor(page: Page): Promise<number[]> {
  const { channels } = await sharp(
    await page.screenshot({ clip: { x: 200, y: 150, width: 400, height: 300 } }),
  ).stats();
  return channels.slice(0, 3).map(({ mean }) => mean);
}

export const optionsSwitch: Row = {
  name: 'options-switch',
  what: `a visitor switches the material of ${PARTS} parts, and the number of copies of a repeat`,
  run: async () => {
    await using ends = new AsyncDisposableStack();
    const product = ends.use(await openProduct());
    const scene = await makeScene(product);
    const browser = await openBrowser();
    ends.defer(() => browser.close());
    const page = await browser.newPage({ viewport: { width: 800, height: 600 } });
    await page.goto(`${product.stack.url}/view/${scene}`);
    await page.waitForSelector('[data-phase="ready"]');
    const requests: string[] = [];
    const times = { material: [] as number[], number: [] as number[] };
    for (let round = -1; round < ROUNDS; round += 1) {
      // The first round compiles shaders.
      if (round === 0) {
        page.on('request', (request) => requests.push(new URL(request.url()).pathname));
      }
      const before = await meanColor(page);
      const material = [await choose(page, 'Blue')];
      const after = await meanColor(page);
      if (Math.max(...before.map((mean, i) => Math.abs(mean - (after[i] ?? 0)))) < SEEN) {
        throw new Error('The switch is not to be seen');
      }
      material.push(await choose(page, 'Oak'));
      const number = [await choose(page, 'Many'), await choose(page, 'Few')];
      if (round >= 0) {
        times.material.push(...material);
        times.number.push(...number);
      }
    }
    // Calls of the API, such as the count of a visit, are no downloads.
    const downloads = requests.filter((path) => !path.startsWith('/api/'));
    const measured = [summarise('material', times.material), summarise('number', times.number)];
    return {
      unit: 'ms',
      measured,
      goals: [
        ...measured.map(({ name, median }) => atMost(`a switch of the ${name} ms`, median, 100)),
        atMost('downloads of all switches', downloads.length, 0),
      ],
      notes: [
        'from the click until two frames later, drawn by SwiftShader on the cores that serve the page',
        `requests: ${[...new Set(requests)].join(' ') || 'none'}`,
      ],
    };
  },
};
