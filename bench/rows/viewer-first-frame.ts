import { mkdtempDisposableSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { SIZE_CORPUS } from '@diorama/worker-assets/test/size-corpus/size-corpus.ts';
import { writeCorpus } from '@diorama/worker-assets/test/size-corpus/write-corpus.ts';
import { unzipSync } from 'fflate';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { openBrowser } from '../browser.ts';
import { checkedByRun, interleave, type Measured, summarise } from '../measure.ts';
import { assetReady, publish, sceneOf, uploadModel } from '../models.ts';
import { peerPath } from '../peers.ts';
import { openProduct, type Product } from '../product.ts';
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

type Served = { type: string; body: Buffer };

/** A plain server of some files, which packs scripts and data as any would. */
async function serve(files: ReadonlyMap<string, Served>) {
  const packed = new Map(
    [...files].map(([path, { type, body }]) => {
      const isText = /text|json/.test(type);
      const headers = { 'Content-Type': type, ...(isText && { 'Content-Encoding': 'gzip' }) };
      return [path, { headers, body: isText ? gzipSync(body) : body }];
    }),
  );
  const server = createServer((request, response) => {
    const file = packed.get(new URL(request.url ?? '/', 'http://localhost').pathname);
    response.writeHead(file ? 200 : 404, file?.headers).end(file?.body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => void server.close(),
  };
}

/** A page with model-viewer and the file as its user has it. */
function servePeer(model: string) {
  const script = readFileSync(join(dirname(peerPath('@google/model-viewer')), 'model-viewer.min.js'));
  const html =
    '<!doctype html><script type="module" src="/viewer.js"></script><style>html,body,model-viewer{margin:0;width:100%;height:100%}</style><model-viewer src="/model.glb" camera-controls></model-viewer>';
  return serve(
    new Map([
      ['/', { type: 'text/html', body: Buffer.from(html) }],
      ['/viewer.js', { type: 'text/javascript', body: script }],
      ['/model.glb', { type: 'model/gltf-binary', body: readFileSync(model) }],
    ]),
  );
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

/** The scene as the web page that its owner downloads. */
async function serveWebPage({ stack, token }: Product, scene: string) {
  const headers = { Authorization: `Bearer ${token}` };
  const output = await (await fetch(`${stack.url}/api/compositions/${scene}/output`, { headers })).json();
  const zip = new Uint8Array(await (await fetch(output.webPage)).arrayBuffer());
  const files = Object.entries(unzipSync(zip)).map(([name, bytes]): [string, Served] => [
    name === 'index.html' ? '/' : `/${name}`,
    { type: TYPES[extname(name)] ?? 'application/octet-stream', body: Buffer.from(bytes) },
  ]);
  return serve(new Map(files));
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
  what: 'a model is seen over 10 Mbit/s with 40 ms: as a published scene, an embed, a downloaded web page, and its file in model-viewer',
  run: async () => {
    await using ends = new AsyncDisposableStack();
    const dir = ends.use(mkdtempDisposableSync(join(tmpdir(), 'diorama-first-frame-')));
    const models = SIZE_CORPUS.filter(({ name }) => name === MODEL);
    const model = (await writeCorpus(dir.path, models)).get(MODEL) ?? '';
    const product = ends.use(await openProduct());
    const asset = await uploadModel(product, model);
    await assetReady(product, asset);
    const scene = await sceneOf(product, asset);
    await publish(product, scene);
    const peer = await servePeer(model);
    ends.defer(peer.close);
    const webPage = await serveWebPage(product, scene);
    ends.defer(webPage.close);
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
        check: checkedByRun,
      },
      {
        name: 'embed',
        run: async () => (await open(browser, `${product.stack.url}/embed/${scene}`)).frameAt,
        check: checkedByRun,
      },
      { name: 'web page', run: async () => (await open(browser, webPage.url)).frameAt, check: checkedByRun },
      { name: 'model-viewer', run: async () => (await open(browser, peer.url)).frameAt, check: checkedByRun },
    ]);
    const poster = summarise('poster', posters.slice(1));
    return {
      unit: 'ms',
      measured: [...measured, poster],
      goals: [
        atMost('of model-viewer', medianOf(measured, 'diorama') / medianOf(measured, 'model-viewer'), 0.65),
        atMost('web page of embed', medianOf(measured, 'web page') / medianOf(measured, 'embed'), 1.1),
        atMost('poster ms', poster.median, 600),
      ],
      notes: [
        `a model with PNG textures of 2048²: ${(statSync(model).size / 1e6).toFixed(1)} MB as it was uploaded; drawn by SwiftShader on the cores that serve it`,
      ],
    };
  },
};
