import { mkdtempDisposableSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { launchStack } from '@diorama/stack/test/launch-stack.ts';
import { measureScripts, SCRIPT_BUDGETS } from '@diorama/stack/test/measure-scripts.ts';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { openBrowser } from '../browser.ts';
import { type Measured, summarise } from '../measure.ts';
import { peerPath } from '../peers.ts';
import { atMost, medianOf, type Row } from '../row.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const KB = 1_000;
/** Id of a plan price that the demo workspace can change to. */
const PRO_MONTHLY = '01900000-0000-7000-8000-000000000031';

const PEERS = {
  'three with glTF, meshopt, orbit': `
    import { PerspectiveCamera, Scene, WebGLRenderer } from 'three';
    import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
    import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
    import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';
    const renderer = new WebGLRenderer();
    const camera = new PerspectiveCamera();
    new OrbitControls(camera, renderer.domElement);
    const loader = new GLTFLoader().setMeshoptDecoder(MeshoptDecoder);
    loader.load('x.glb', ({ scene }) => renderer.render(new Scene().add(scene), camera));`,
  'bare fiber canvas': `
    import { createElement } from 'react';
    import { createRoot } from 'react-dom/client';
    import { Canvas } from '@react-three/fiber';
    createRoot(document.body).render(createElement(Canvas));`,
} as const;

/** Scene of the demo account that is measured: shapes, walls and models, but no text, whose code comes on demand. */
const SCENE = 'Living room';

/** Publishes the scene. @returns its uuid, once visitors can see it, and the workspace's */
async function findScene(page: Page, url: string): Promise<{ scene: string; account: string }> {
  await page.goto(`${url}/en/login`);
  return page.evaluate(async (name) => {
    const headers: Record<string, string> = { 'Content-Type': 'application/json' };
    const ask = async (method: string, path: string, body?: object) => {
      const response = await fetch(path, {
        method,
        headers,
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return response.ok ? response.json() : null;
    };
    const login = { email: 'demo@diorama.test', password: 'diorama-demo' };
    headers.Authorization = `Bearer ${(await ask('POST', '/api/login', login)).token}`;
    const [account] = (await ask('GET', '/api/users/me')).accounts;
    const [scene] = (await ask('GET', `/api/compositions?name=${encodeURIComponent(name)}`)).member;
    await ask('PATCH', `/api/compositions/${scene.uuid}`, { status: 'published', privacy: 'public' });
    for (let tries = 0; tries < 240; tries++) {
      if (await ask('GET', `/api/public/scenes/${scene.uuid}`)) {
        return { scene: scene.uuid, account: account.uuid };
      }
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    throw new Error('The scene was not published within two minutes');
  }, SCENE);
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/en/login`);
  await page.locator('input[type=email], input[name=email]').first().fill('demo@diorama.test');
  await page.locator('input[type=password]').first().fill('diorama-demo');
  await page.locator('button[type=submit]').first().click();
  await page.waitForURL((address) => !address.pathname.includes('login'), { timeout: 60_000 });
}

async function measurePages(add: (name: string, kilobytes: number) => void): Promise<void> {
  await using ends = new AsyncDisposableStack();
  const stack = await launchStack({ env: { RATE_LIMIT_FACTOR: '0', DIORAMA_DEMO: '1' } });
  ends.defer(() => stack.dispose());
  const browser = await openBrowser();
  try {
    const guest = await (await browser.newContext()).newPage();
    const { scene, account } = await findScene(guest, stack.url);
    const fresh = async () => (await browser.newContext()).newPage();
    const embed = await measureScripts(await fresh(), `${stack.url}/embed/${scene}`, 'canvas');
    add('embed', embed.beforeFrame);
    add('embed, what follows too', embed.all);
    const viewer = await measureScripts(await fresh(), `${stack.url}/view/${scene}`, 'canvas');
    add('viewer', viewer.all);
    const person = await fresh();
    await signIn(person, stack.url);
    const open = async (path: string, isDrawn: string) =>
      measureScripts(await person.context().newPage(), `${stack.url}${path}`, isDrawn);
    const dashboard = await open('/en/scenes/all', 'main');
    add('dashboard', dashboard.all);
    add('upgrade', (await open(`/en/upgrade/${account}/pro`, 'main')).all);
    add('payment', (await open(`/en/upgrade/${account}/pro/pay/${PRO_MONTHLY}`, 'form')).all);
    const editor = await open(`/en/builder/${scene}`, 'canvas');
    add('editor', editor.beforeFrame);
    add('editor, panels and tools too', editor.all);
  } finally {
    await browser.close();
  }
}

const gzipped = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0) / KB;

async function measurePeer(source: string): Promise<number> {
  using folder = mkdtempDisposableSync(join(ROOT, 'web/.bench-'));
  const entry = join(folder.path, 'entry.js');
  writeFileSync(entry, source);
  await build({
    root: folder.path,
    configFile: false,
    logLevel: 'silent',
    // The reconciler is only installed among the peers. Their common dependencies must be one copy.
    resolve: {
      alias: { '@react-three/fiber': join(import.meta.dirname, '../node_modules/@react-three/fiber') },
      dedupe: ['react', 'react-dom', 'three'],
    },
    build: { outDir: join(folder.path, 'out'), target: 'es2023', rolldownOptions: { input: entry } },
  });
  const out = join(folder.path, 'out/assets');
  const scripts = readdirSync(out).filter((file) => file.endsWith('.js'));
  return gzipped(scripts.map((file) => join(out, file)));
}

export const viewerJs: Row = {
  name: 'viewer-js',
  what: 'JavaScript that a page must have before its first frame, gzipped',
  run: async () => {
    const measured: Measured[] = [];
    const add = (name: string, kilobytes: number) => measured.push(summarise(name, [kilobytes]));
    await measurePages(add);
    for (const [name, source] of Object.entries(PEERS)) {
      add(name, await measurePeer(source));
    }
    add('model-viewer', gzipped([join(dirname(peerPath('@google/model-viewer')), 'model-viewer.min.js')]));
    return {
      unit: 'kB',
      measured,
      goals: [
        ...Object.entries(SCRIPT_BUDGETS).map(([name, most]) =>
          atMost(`${name} kB`, medianOf(measured, name), most),
        ),
      ],
      notes: [
        'all scripts that Chromium fetched until the page had drawn and the network was quiet; the peers draw nothing',
        'of embed and editor those that they asked for before their first frame: an embed offers its walk and counts its visit after it, the editor fetches tools, panels, picking and what lies over the scene',
      ],
    };
  },
};
