import type { PageFormat } from '@diorama/shared/domain/formats.ts';
import { Group, type Object3D } from 'three';
import { loadTds } from './3ds/load-tds.ts';
import { load3mf } from './3mf/load-3mf.ts';
import { loadDae } from './dae/load-dae.ts';
import { loadFbx } from './fbx/load-fbx.ts';
import type { FileSet } from './file-set.ts';
import { loadStl } from './load-stl.ts';
import { loadObj } from './obj/load-obj.ts';
import { loadPly } from './ply/load-ply.ts';
import { textOf } from './text-of.ts';
import { loadUsd } from './usd/load-usd.ts';

const CENTIMETRE = 0.01;
const QUARTER_TURN = Math.PI / 2;

type Loader = (bytes: ArrayBuffer, files: FileSet) => Promise<Object3D>;

const loaders: Record<PageFormat, Loader> = {
  fbx: async (bytes, files) => {
    const root = loadFbx(bytes, files);
    // FBX units are centimetres times a factor that the loader reads but does not apply.
    const factor = Number(root.userData.unitScaleFactor ?? 1);
    const unit = (Number.isFinite(factor) && factor > 0 ? factor : 1) * CENTIMETRE;
    return withAnimations(
      wrap(root, (holder) => holder.scale.setScalar(unit)),
      root,
    );
  },

  obj: loadObj,

  dae: async (bytes, files) => {
    const root = loadDae(textOf(bytes), files);
    return withAnimations(
      wrap(root, () => undefined),
      root,
    );
  },

  '3mf': async (bytes, files) => {
    const { root, metres } = load3mf(bytes, files);
    return wrap(root, (holder) => holder.rotateX(-QUARTER_TURN).scale.setScalar(metres));
  },

  ply: async (bytes, files) => loadPly(bytes, files),

  usda: openUsd,
  usdc: openUsd,
  usdz: openUsd,

  stl: async (bytes, files) => loadStl(bytes, files),

  // The loader keeps the Z-up axes of 3D Studio.
  '3ds': async (bytes, files) => {
    const root = loadTds(bytes, files);
    return withAnimations(
      wrap(root, (holder) => holder.rotateX(-QUARTER_TURN)),
      root,
    );
  },
};

/** Loads a file; pictures may still be loading afterwards. @throws any error of the loader. */
export async function loadModel(format: PageFormat, bytes: ArrayBuffer, files: FileSet): Promise<Object3D> {
  return await loaders[format](bytes, files);
}

async function openUsd(bytes: ArrayBuffer, files: FileSet): Promise<Object3D> {
  const root = await loadUsd(bytes, files);
  return withAnimations(
    wrap(root, () => undefined),
    root,
  );
}

function wrap(root: Object3D, place: (holder: Group) => unknown): Group {
  const holder = new Group();
  holder.name = 'Model';
  place(holder);
  return holder.add(root);
}

function withAnimations(holder: Object3D, root: Object3D): Object3D {
  holder.animations = root.animations;
  return holder;
}
