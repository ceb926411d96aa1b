import { USDAParser } from 'three/addons/loaders/usd/USDAParser.js';
import type { Layer, LayerSpecs } from './layers.ts';

/** What USD says of layers that say nothing: `UsdGeomLinearUnits`, "fallback is centimeters". */
const CENTIMETRE = 0.01;
/** Where what is in a text begins, behind what it says of itself. */
const BODY = /^\s*(?:def|over|class)\b/m;

/** How many metres a unit of a file is, as its root layer says; the loader takes a layer that says nothing for metres. */
export function metresPerUnit([root]: readonly Layer[]): number {
  if (!root) {
    return CENTIMETRE;
  }
  const { text } = root;
  // Texts can be long, and nearly all say it in their first lines.
  const head = text === null ? null : new USDAParser().parseData(text.slice(0, BODY.exec(text)?.index));
  return (head && unitIn(head.specsByPath)) ?? unitIn(root.specs()) ?? CENTIMETRE;
}

function unitIn(specs: LayerSpecs): number | null {
  const metres = Number(specs['/']?.fields.metersPerUnit);
  return metres > 0 && Number.isFinite(metres) ? metres : null;
}
