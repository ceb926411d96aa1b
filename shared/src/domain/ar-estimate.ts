import type { SceneDocument, SceneNode } from '../scene/document.ts';
import { dependenciesIn } from '../scene/node-dependencies.ts';
import { fileOf, materialIdsOf, picturePropOf, shapeOf, slotsOf } from '../scene/nodes/kinds.ts';
import type { ShapeSource } from '../scene/nodes/traits.ts';
import { resolveScene } from '../scene/resolve.ts';
import { triangleCounter } from '../scene/stats.ts';
import type { ArCost } from './ar-readiness.ts';

/** Metadata of a file that is known without opening it. */
export type FileStats = {
  triangles: number | null;
  /** Number of materials of a model. */
  slots: number;
  /** Number of textures of a model; null for models imported before textures were counted. */
  textures: number | null;
  bytes: number;
};

/** Bytes per triangle in a file for AR, including its share of vertices as floats. */
const TRIANGLE_BYTES = 28;
/** Maximum bytes of a picture in a file for AR, as large pictures are downscaled. */
const PICTURE_BYTES = 3_000_000;
/** From this number on, equal objects are drawn as one instanced mesh. */
const MIN_INSTANCES = 5;

/** A drawable: a file, or a shape by its geometry key. */
type Drawn = ShapeSource & { asset: string | null; geometry: string };

/** Iris of the files that {@link estimateArCost} needs facts about. */
export function weighedFiles(document: SceneDocument): string[] {
  const drawn = drawnIn(document);
  return [...modelsOf(drawn), ...picturesOf(document, drawn)];
}

/**
 * Estimates the cost of a scene in AR from its document and the facts about its files. Files without facts
 * count zero. The exact cost is known once the AR file is built.
 */
export function estimateArCost(
  document: SceneDocument,
  factsOf: (iri: string) => FileStats | undefined,
): ArCost {
  const drawn = drawnIn(document);
  const count = triangleCounter((iri) => factsOf(iri)?.triangles ?? undefined);
  const looks = Map.groupBy(drawn, ({ geometry, node }) =>
    JSON.stringify([geometry, node.material, slotsOf(node), pictureOf(node)]),
  );
  const drawCalls = sum(looks.values(), (same) => {
    const apart = same.length < MIN_INSTANCES ? same : same.slice(0, 1);
    return sum(apart, (one) => partsOf(one, factsOf));
  });
  const models = [...modelsOf(drawn)].flatMap((iri) => factsOf(iri) ?? []);
  const pictures = picturesOf(document, drawn);
  const geometries = new Map(drawn.map((one) => [one.geometry, one]));
  return {
    triangles: sum(drawn, count),
    drawCalls,
    textures: pictures.size + sum(models, texturesOf),
    bytes:
      sum(geometries.values(), count) * TRIANGLE_BYTES +
      sum(models, picturesIn) +
      sum(pictures, (iri) => Math.min(factsOf(iri)?.bytes ?? 0, PICTURE_BYTES)),
  };
}

function drawnIn(document: SceneDocument): Drawn[] {
  const ties = dependenciesIn(document);
  return [...resolveScene(document).values()].flatMap(({ id, node, visible }) => {
    const source = { id, node, ties };
    const asset = fileOf(node)?.asset ?? null;
    const geometry = asset ?? shapeOf(source)?.key;
    return visible && geometry !== undefined ? [{ ...source, asset, geometry }] : [];
  });
}

function modelsOf(drawn: readonly Drawn[]): ReadonlySet<string> {
  return new Set(drawn.flatMap(({ asset }) => asset ?? []));
}

/** Pictures of image nodes, and the textures of the assigned materials. */
function picturesOf({ materials }: SceneDocument, drawn: readonly Drawn[]): ReadonlySet<string> {
  const own = drawn.map(({ node }) => pictureOf(node));
  const worn = new Set(drawn.flatMap(({ node }) => materialIdsOf(node)));
  const maps = Object.entries(materials).flatMap(([id, { maps }]) =>
    worn.has(id) ? Object.values(maps) : [],
  );
  return new Set([...own, ...maps].filter((iri) => typeof iri === 'string'));
}

function pictureOf({ kind, props }: SceneNode): unknown {
  return Reflect.get(props, picturePropOf(kind) ?? '');
}

/** Number of draw calls of one instance: one per material. */
function partsOf({ node, asset }: Drawn, factsOf: (iri: string) => FileStats | undefined): number {
  const materials = asset === null ? new Set(materialIdsOf(node)).size : (factsOf(asset)?.slots ?? 1);
  return Math.max(1, materials);
}

/** Number of textures; one per material where they were not counted. */
function texturesOf({ textures, slots }: FileStats): number {
  return textures ?? slots;
}

/** Estimated bytes of a model's pictures: its file size without triangles. */
function picturesIn(facts: FileStats): number {
  const rest = facts.bytes - (facts.triangles ?? 0) * TRIANGLE_BYTES;
  return Math.min(Math.max(0, rest), texturesOf(facts) * PICTURE_BYTES);
}

function sum<Item>(items: Iterable<Item>, of: (item: Item) => number): number {
  let total = 0;
  for (const item of items) {
    total += of(item);
  }
  return total;
}
