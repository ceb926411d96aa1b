import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { type Measured, summarise } from '../measure.ts';
import { peerPath } from '../peers.ts';
import { atMost, medianOf, type Row } from '../row.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const DIST = join(ROOT, 'web/dist');
const KB = 1_000;

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

/** The scripts that a page loads before it can draw: those it names, and all that these import at once, not on demand. */
function scriptsOf(files: readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (file: string) => {
    if (found.has(file) || !existsSync(file)) {
      return;
    }
    found.add(file);
    for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(
      /(?:from|import)\s*["'](\.{1,2}\/[^"']+\.js)["']/g,
    )) {
      visit(resolve(dirname(file), target));
    }
  };
  files.forEach(visit);
  return found;
}

const scriptsOfPage = (page: string) => {
  const html = readFileSync(join(DIST, page), 'utf8');
  const named = [...html.matchAll(/(?:src|href)="\/?([^"]+\.js)"/g)].map(([, path = '']) => join(DIST, path));
  return scriptsOf(named);
};

/** The chunk of a screen that is loaded on demand. @throws Error when there is none of that name. */
function chunkOf(pattern: RegExp): string {
  const folder = join(DIST, 'assets');
  const name = readdirSync(folder).find((file) => pattern.test(file));
  if (!name) {
    throw new Error(`The build has no script like ${pattern}`);
  }
  return join(folder, name);
}

const gzipped = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0) / KB;

async function measurePeer(source: string): Promise<number> {
  const folder = mkdtempSync(join(ROOT, 'web/.bench-'));
  const entry = join(folder, 'entry.js');
  writeFileSync(entry, source);
  await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    build: { outDir: join(folder, 'out'), target: 'es2023', rolldownOptions: { input: entry } },
  });
  const out = join(folder, 'out/assets');
  const size = gzipped(
    readdirSync(out)
      .filter((file) => file.endsWith('.js'))
      .map((file) => join(out, file)),
  );
  rmSync(folder, { recursive: true, force: true });
  return size;
}

export const viewerJs: Row = {
  name: 'viewer-js',
  what: 'JavaScript that a page must have before its first frame, gzipped',
  run: async () => {
    const measured: Measured[] = [];
    const add = (name: string, kilobytes: number) => measured.push(summarise(name, [kilobytes]));
    // The dashboard is part of the first script; the words of one language always come with it.
    const app = [...scriptsOfPage('index.html'), ...scriptsOf([chunkOf(/^en-[\w-]*\.js$/)])];
    add('embed', gzipped(scriptsOfPage('embed.html')));
    add('viewer', gzipped(scriptsOfPage('view.html')));
    add('dashboard', gzipped(new Set(app)));
    add('editor', gzipped(new Set([...app, ...scriptsOf([chunkOf(/^editor-page[\w-]*\.js$/)])])));
    for (const [name, source] of Object.entries(PEERS)) {
      add(name, await measurePeer(source));
    }
    add('model-viewer', gzipped([join(dirname(peerPath('@google/model-viewer')), 'model-viewer.min.js')]));
    return {
      unit: 'kB',
      measured,
      goals: [
        atMost('embed kB', medianOf(measured, 'embed'), 200),
        atMost('viewer kB', medianOf(measured, 'viewer'), 290),
        atMost('dashboard kB', medianOf(measured, 'dashboard'), 150),
        atMost('editor kB', medianOf(measured, 'editor'), 500),
      ],
      notes: ['counted in web/dist; what is fetched only on demand does not count'],
    };
  },
};
