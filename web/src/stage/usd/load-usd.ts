import type { Object3D } from 'three';
import { USDLoader } from 'three/addons/loaders/USDLoader.js';
import { USDComposer } from 'three/addons/loaders/usd/USDComposer.js';
import type { FileSet } from '../file-set.ts';
import { MORPHS } from '../lost-morphs.ts';
import { checkLayers } from './check-layers.ts';
import { heedActive } from './heed-active.ts';
import { holdsMorphs } from './holds-morphs.ts';
import { openLayers } from './layers.ts';
import { metresPerUnit } from './metres-per-unit.ts';
import { tidySpecs } from './tidy-specs.ts';

heedActive();
// The loader makes its composer itself, one for each layer that another names, so that this is the only way to all.
const { compose } = USDComposer.prototype;
USDComposer.prototype.compose = function (layer, ...others) {
  tidySpecs(layer.specsByPath);
  return compose.call(this, layer, ...others);
};

/**
 * Opens USD of any form; the loader heeds the upper axis of the stage, and its unit where it names one.
 * @throws RefusedError for layers that would become too much.
 */
export async function loadUsd(bytes: ArrayBuffer, files: FileSet): Promise<Object3D> {
  const layers = openLayers(bytes);
  checkLayers(layers);
  if (holdsMorphs(layers)) {
    files.dropped.push(MORPHS);
  }
  const root = await new Promise<Object3D>((resolve, reject) => {
    new USDLoader(files.manager).parse(bytes, '', resolve, reject);
  });
  root.scale.setScalar(metresPerUnit(layers));
  return root;
}
