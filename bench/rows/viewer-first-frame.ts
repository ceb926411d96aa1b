import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { SIZE_CORPUS } from '@diorama/worker-assets/test/size-corpus/size-corpus.ts';
import { writeCorpus } from '@diorama/worker-assets/test/size-corpus/write-corpus.ts';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { openBrowser } from '../browser.ts';
import { interleave, type Measured, summarise } from '../measure.ts';
import { assetReady, publish, sceneOf, uploadModel } from '../models.ts';
import { peerPath } from '../peers.ts';
import { openProduct } from '../product.ts';
import { atMost, medianOf, type Row } from '../row.ts';

const MODEL = 'png 2048';
/** A phone outdoors. */
const LINE = { latency: 40, downloadThroughput: 10_000_000 / 8, uploadThroughput: 10_000_000 / 8 };
/** A picture of one colour has a deviation of nothing. */
const MIN_DEVIATION = 2;

/** What a page notes of its start, in milliseconds since it was asked for. */
type Notes = { posterAt: number; frameAt: number };

/** Runs in the page before its scripts and inspects the page at each frame. */
function takeNotes(): void {
  const notes: Notes = { posterAt: 0, frameAt: 0 };
  Object.assign(window, { notes });
  const look = () => {
    const poster = document.querySelector<HTMLImageElement>('.scene-poster');
    if (notes.posterAt === 0 && poster?.complete) {
      notes.posterAt = performance.now();
    }
    const peer = document.querySelector<HTMLElement & { modelIsVisible: boolean }>('model-viewer');
    if (document.querySelector('[data-phase="ready"]') || peer?.modelIsVisible) {
      notes.frameAt = performance.now();
    } else {
      requestAnimationFrame(look);
    }
  };
  requestAnimationFrame(look);
}

/** A page with model-viewer and the file as its user has it, its script packed as any server would. */
async function servePeer(model: string) {
  const script = gzipSync(
    readFileSync(join(dirname(peerPath('@google/model-viewer')), 'model-viewer.min.js')),
  );
  const html =
    '<!doctype html><script type="module" src="/viewer.js"></script><style>html,body,model-viewer{margin:0;width:100%;height:100%}</style><model-viewer src="/model.glb" camera-controls></model-viewer>';
  const server = createServer((request, response) => {
    if (request.url === '/viewer.js') {
      response.writeHead(200, { 'Content-Type': 'text/javascript', 'Content-Encoding': 'gzip' }).end(script);
    } else if (request.url === '/model.glb') {
      response.writeHead(200, { 'Content-Type': 'model/gltf-binary' }).end(readFileSync(model));
    } else {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(html);
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => void server.close(),
  };
}

/** Opens a page with nothing in its cache, over a slow line. @throws Error when there is nothing to be seen. */
async function open(browser: Browser, url: string): Promise<Notes> {
  const context = await browser.newContext({ viewport: { width: 800, height: 600 } });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', { offline: false, ...LINE });
    await page.addInitScript(takeNotes);
    await page.goto(url, { waitUntil: 'commit' });
    const handle = await page.waitForFunction(
      () => {
        const { notes } = window as unknown as { notes: Notes };
        return notes.frameAt > 0 ? { ...notes } : null;
      },
      undefined,
      { timeout: 120_000 },
    );
    const notes = (await handle.jsonValue()) as Notes;
    await assertSeen(page);
    return notes;
  } finally {
    await context.close();
  }
}

async function assertSeen(page: Page): Promise<void> {
  const middle = { x: 250, y: 150, width: 300, height: 300 };
  const { channels } = await sharp(await page.screenshot({ clip: middle })).stats();
  if (Math.max(...channels.map(({ stdev }) => stdev)) < MIN_DEVIATION) {
    throw new Error(`Nothing is to be seen at ${page.url()}`);
  }
}

export const viewerFirstFrame: Row = {
  name: 'viewer-first-frame',
  what: 'a model is seen over 10 Mbit/s with 40 ms: as a published scene, and as its file in model-viewer',
  run: async () => {
    await using ends = new AsyncDisposableStack();
    const dir = mkdtempSync(join(tmpdir(), 'diorama-first-frame-'));
    ends.defer(() => rmSync(dir, { recursive: true, force: true }));
    const models = SIZE_CORPUS.filter(({ name }) => name === MODEL);
    const model = (await writeCorpus(dir, models)).get(MODEL) ?? '';
    const product = ends.use(await openProduct());
    const asset = await uploadModel(product, model);
    await assetReady(product, asset);
    const scene = await sceneOf(product, asset);
    await publish(product, scene);
    const peer = await servePeer(model);
    ends.defer(peer.close);
    const browser = await openBrowser();
    ends.defer(() => browser.close());
    const posters: number[] = [];
    const measured: Measured[] = await interleave([
      {
        name: 'diorama',
        run: async () => {
          const { posterAt, frameAt } = await open(browser, `${product.stack.url}/view/${scene}`);
          posters.push(posterAt);
          return frameAt;
        },
      },
      { name: 'model-viewer', run: async () => (await open(browser, peer.url)).frameAt },
    ]);
    const poster = summarise('poster', posters.slice(1));
    return {
      unit: 'ms',
      measured: [...measured, poster],
      goals: [
        atMost('of model-viewer', medianOf(measured, 'diorama') / medianOf(measured, 'model-viewer'), 0.65),
        atMost('poster ms', poster.median, 600),
      ],
      notes: [
        `a model with PNG textures of 2048²: ${(statSync(model).size / 1e6).toFixed(1)} MB as it was uploaded; drawn by SwiftShader on the cores that serve it`,
      ],
    };
  },
};
