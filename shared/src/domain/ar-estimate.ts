import type { SceneDocument, SceneNode } from '../scene/document.ts';
import { fileOf, materialIdsOf, picturePropOf, shapeOf, slotsOf } from '../scene/nodes/kinds.ts';
import type { ShapeSource } from '../scene/nodes/traits.ts';
import { resolveScene } from '../scene/resolve.ts';
import { triangleCounter } from '../scene/stats.ts';
import { tiesIn } from '../scene/ties.ts';
import type { ArCost } from './ar-readiness.ts';

/** What is known of a file without opening it. */
export type FileFacts = {
  triangles: number | null;
  /** Materials of a model. */
  slots: number;
  /** Pictures of a model; null for one of before they were counted. */
  textures: number | null;
  bytes: number;
};

/** What a triangle takes in a file for AR, with its share of vertices as floats. */
const TRIANGLE_BYTES = 28;
/** What a picture takes there at most, as large ones are made smaller. */
const PICTURE_BYTES = 3_000_000;
/** So many of the same are drawn as one. */
const MIN_INSTANCES = 5;

/** Something that is drawn: a file, or a shape by its key. */
type Drawn = ShapeSource & { asset: string | null; geometry: string };

/** The iris of the files that {@link estimateArCost} asks about. */
export function weighedFiles(document: SceneDocument): string[] {
  const drawn = drawnIn(document);
  return [...modelsOf(drawn), ...picturesOf(document, drawn)];
}

/**
 * About what a scene will cost in AR, from its document and what is known of its files; one of which nothing is known counts
 * nothing. Once it has been made for AR its cost is known.
 */
export function estimateArCost(
  document: SceneDocument,
  factsOf: (iri: string) => FileFacts | undefined,
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
  const ties = tiesIn(document);
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

/** The pictures that nodes show themselves, and those of the materials that they wear. */
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

/** How often one is drawn by itself: once a material. */
function partsOf({ node, asset }: Drawn, factsOf: (iri: string) => FileFacts | undefined): number {
  const materials = asset === null ? new Set(materialIdsOf(node)).size : (factsOf(asset)?.slots ?? 1);
  return Math.max(1, materials);
}

/** One a material, where nobody has counted. */
function texturesOf({ textures, slots }: FileFacts): number {
  return textures ?? slots;
}

/** What the pictures of a model may take: what its file has beside triangles. */
function picturesIn(facts: FileFacts): number {
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
