import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../stage/launch-browser.ts';

const ORIGIN = 'http://reader.test';
const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
  '.html': 'text/html',
};
const HTML = `<!doctype html><script type="importmap">{"imports":{
  "three":"/three/build/three.module.js","three/addons/":"/three/examples/jsm/"}}</script>`;

/** What a reader that we did not write found in a USDZ file. */
export type ReadScene = {
  meshes: number;
  triangles: number;
  materials: number;
  textures: number;
  bounds: { min: number[]; max: number[] };
};

export type ReaderPage = {
  /** Reads with three's USDLoader; `at` poses its first animation at that second. */
  readWithThree: (
    usdz: Uint8Array,
    at?: number,
  ) => Promise<ReadScene & { animations: number; errors: string[] }>;
  /** Reads with tinyusdz, an independent reader in C++. */
  readWithTinyUsdz: (usdz: Uint8Array) => Promise<ReadScene>;
  close: () => Promise<void>;
};

/** A page without network in which USDZ files are read by libraries that only run in browsers. */
export async function openReaderPage(): Promise<ReaderPage> {
  const { browser, close } = await launchBrowser({ tmpDir: join(tmpdir(), 'diorama-test-stage') });
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      errors.push(message.text());
    }
  });
  await page.route('**', async (route) => {
    const path = new URL(route.request().url()).pathname;
    if (!route.request().url().startsWith(`${ORIGIN}/`)) {
      return await route.abort();
    }
    const body = path === '/' ? HTML : await readFile(join(packagesDir(), path)).catch(() => null);
    if (body === null) {
      return await route.fulfill({ status: 404 });
    }
    return await route.fulfill({
      body,
      contentType: TYPES[path === '/' ? '.html' : extname(path)] ?? 'text/plain',
    });
  });
  await page.goto(`${ORIGIN}/`);
  return {
    readWithThree: async (usdz, at = 0) => {
      errors.length = 0;
      const scene = await readWithThree(page, usdz, at);
      return { ...scene, errors: errors.filter((text) => !text.includes('GPU stall')) };
    },
    readWithTinyUsdz: (usdz) => readWithTinyUsdz(page, usdz),
    close,
  };
}

function packagesDir(): string {
  return dirname(dirname(dirname(createRequire(import.meta.url).resolve('three'))));
}

async function readWithThree(page: Page, usdz: Uint8Array, at: number) {
  return await page.evaluate(
    async ({ base64, at }) => {
      const three = '/three/build/three.module.js';
      const { AnimationMixer, Box3, Texture } = await import(three);
      const { USDLoader } = await import(`${'/three'}/examples/jsm/loaders/USDLoader.js`);
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      // biome-ignore lint/suspicious/noExplicitAny: an object of the page's own three, whose types do not reach in here
      const root = await new Promise<any>((resolve, reject) => {
        new USDLoader().parse(bytes.buffer, '', resolve, reject);
      });
      if (root.animations.length > 0) {
        const mixer = new AnimationMixer(root);
        for (const clip of root.animations) {
          mixer.clipAction(clip).play();
        }
        mixer.setTime(at);
      }
      root.updateMatrixWorld(true);
      const [materials, textures] = [new Set(), new Set()];
      let [meshes, triangles] = [0, 0];
      root.traverse((object: { isMesh?: boolean; material?: object; geometry?: never; skeleton?: never }) => {
        if (!object.isMesh) {
          return;
        }
        meshes += 1;
        const { index, attributes } = object.geometry as unknown as Record<string, { count: number }> & {
          attributes: { position: { count: number } };
        };
        triangles += (index ?? attributes.position).count / 3;
        for (const material of [object.material].flat()) {
          materials.add(material);
          for (const value of Object.values(material ?? {})) {
            if (value instanceof Texture) {
              textures.add((value as { source: object }).source);
            }
          }
        }
      });
      const box = new Box3().setFromObject(root, true);
      return {
        meshes,
        triangles,
        materials: materials.size,
        textures: textures.size,
        animations: root.animations.length as number,
        bounds: { min: box.min.toArray() as number[], max: box.max.toArray() as number[] },
      };
    },
    { base64: Buffer.from(usdz).toString('base64'), at },
  );
}

async function readWithTinyUsdz(page: Page, usdz: Uint8Array) {
  return await page.evaluate(async (base64) => {
    const { default: start } = await import(`${'/tinyusdz'}/tinyusdz.js`);
    const native = await start({ locateFile: (name: string) => `/tinyusdz/${name}` });
    const loader = new native.TinyUSDZLoaderNative();
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    if (!loader.loadFromBinary(bytes, 'scene.usdz')) {
      throw new Error(`tinyusdz: ${loader.error?.() ?? 'cannot read'}`);
    }
    const [materials, images] = [new Set<number>(), new Set<number>()];
    const bounds = { min: [Infinity, Infinity, Infinity], max: [-Infinity, -Infinity, -Infinity] };
    let [meshes, triangles] = [0, 0];
    type Part = { nodeType: string; contentId: number; globalMatrix: number[]; children: Part[] };
    const visit = ({ nodeType, contentId, globalMatrix: m, children }: Part) => {
      if (nodeType === 'mesh') {
        const mesh = loader.getMesh(contentId);
        meshes += 1;
        triangles += mesh.faceVertexIndices.length / 3;
        materials.add(mesh.materialId);
        for (let at = 0; at < mesh.points.length; at += 3) {
          for (let axis = 0; axis < 3; axis += 1) {
            const sum = [0, 1, 2].map((i) => (m[i * 4 + axis] ?? 0) * mesh.points[at + i]);
            const value = sum.reduce((a, b) => a + b, m[12 + axis] ?? 0);
            bounds.min[axis] = Math.min(bounds.min[axis] ?? value, value);
            bounds.max[axis] = Math.max(bounds.max[axis] ?? value, value);
          }
        }
      }
      children.forEach(visit);
    };
    for (let i = 0; i < loader.numRootNodes(); i += 1) {
      visit(loader.getRootNode(i));
    }
    for (const id of materials) {
      for (const [key, value] of Object.entries(id >= 0 ? loader.getMaterial(id) : {})) {
        if (key.endsWith('TextureId') && typeof value === 'number' && value >= 0) {
          images.add(loader.getTexture(value).textureImageId);
        }
      }
    }
    return { meshes, triangles, materials: materials.size, textures: images.size, bounds };
  }, Buffer.from(usdz).toString('base64'));
}
