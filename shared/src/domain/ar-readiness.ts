import type { SceneDocument, SceneNode } from '../scene/document.ts';
import { hasSounds } from '../scene/interactions/interactions.ts';
import { tracksOf } from '../scene/interactions/timelines.ts';
import type { Material } from '../scene/material.ts';
import { isMeasured, materialIdsOf, nodeKinds } from '../scene/nodes/kinds.ts';

/** Features of a scene that AR does not show, or shows differently. */
export type ArLoss =
  | 'lights'
  | 'environment'
  | 'ground'
  | 'fog'
  | 'effects'
  | 'annotations'
  | 'measures'
  | 'glass'
  | 'coats'
  | 'clips'
  | 'interactions'
  | 'sounds'
  | 'timelines'
  | 'options'
  | 'copies'
  | 'movements';

/** Features that files lack: what a limit leaves out, and options that are no variants. */
export type LostInFiles = Extract<ArLoss, 'options' | 'copies' | 'movements'>;

/** Reasons why AR opens slowly, or fails on a phone. */
export type ArBurden = 'triangles' | 'drawCalls' | 'textures' | 'bytes' | 'empty';

/** Cost of a scene in AR. */
export type ArCost = {
  triangles: number;
  drawCalls: number;
  textures: number;
  /** Size of the USDZ. */
  bytes: number;
};

/** AR readiness of a scene. */
export type ArReadiness = {
  /** 0 to 100. */
  score: number;
  verdict: 'ready' | 'heavy' | 'tooHeavy';
  burdens: { burden: ArBurden; isSevere: boolean }[];
  losses: ArLoss[];
};

const MB = 1_000_000;
/** Costs that phones open at once, and costs at which many phones fail. */
const LIMITS = {
  triangles: { good: 200_000, most: 800_000 },
  drawCalls: { good: 100, most: 400 },
  textures: { good: 20, most: 60 },
  bytes: { good: 10 * MB, most: 50 * MB },
} as const satisfies Record<keyof ArCost, { good: number; most: number }>;

/** Fields whose changes over time are in the files. */
const TRANSFORM = /^nodes\/[^/]+\/(position|rotation|scale)$/;

const COST = Object.keys(LIMITS) as (keyof ArCost)[];
/** Points that one burden subtracts from the score at its limit. */
const WEIGHT = 40;
const READY_FROM = 80;
const HEAVY_FROM = 40;

/**
 * Scores how well phones open a scene, and lists the parts of its document that AR omits.
 * @param document - with generated nodes
 * @param lost - what its files lack
 */
export function evaluateArReadiness(
  document: SceneDocument,
  cost: ArCost,
  lost: readonly LostInFiles[] = [],
): ArReadiness {
  const nodes = Object.values(document.nodes).filter(({ visible }) => visible);
  const isEmpty = !nodes.some((node) => nodeKinds[node.kind].role === 'surface');
  const burdens = COST.flatMap((burden) => {
    const value = cost[burden];
    const { good, most } = LIMITS[burden];
    return value > good ? [{ burden, isSevere: value > most }] : [];
  });
  const taken = COST.map((part) => burdenOf(cost[part], LIMITS[part]));
  const score = isEmpty ? 0 : Math.max(0, Math.round(100 - taken.reduce((sum, part) => sum + part, 0)));
  return {
    score,
    verdict: score >= READY_FROM ? 'ready' : score >= HEAVY_FROM ? 'heavy' : 'tooHeavy',
    burdens: isEmpty ? [{ burden: 'empty', isSevere: true }] : burdens,
    losses: [...lossesOf(document, nodes), ...lost],
  };
}

function burdenOf(value: number, { good, most }: { good: number; most: number }): number {
  return value <= good ? 0 : Math.min(2, (value - good) / (most - good)) * WEIGHT;
}

function lossesOf(document: SceneDocument, nodes: SceneNode[]): ArLoss[] {
  const { environment, effects, materials } = document;
  const used = new Set(nodes.flatMap(materialIdsOf));
  const worn = Object.entries(materials).flatMap(([id, material]) => (used.has(id) ? [material] : []));
  const lost: Record<Exclude<ArLoss, LostInFiles>, boolean> = {
    lights:
      nodes.some(({ kind }) => nodeKinds[kind].role === 'light') ||
      (environment.sunShadow && environment.hdri !== null),
    environment: environment.hdri !== null || environment.background.kind !== 'transparent',
    ground: environment.ground.kind !== 'none',
    fog: environment.fog.enabled,
    effects: effects.enabled,
    annotations: nodes.some(({ kind }) => kind === 'annotation'),
    measures: nodes.some(({ kind }) => isMeasured(kind)),
    glass: worn.some(({ advanced }) => advanced.transmission > 0),
    coats: worn.some(hasCoat),
    clips: hasManyClips(nodes),
    interactions: isReacting(document),
    sounds: hasSounds(document),
    timelines: hasLostTracks(document),
  };
  return (Object.keys(lost) as (keyof typeof lost)[]).filter((loss) => lost[loss]);
}

/** Whether a scene reacts to visitors or to their camera. */
function isReacting({ interactions, motions }: SceneDocument): boolean {
  return Object.keys(interactions).length > 0 || Object.values(motions).some(({ kind }) => kind === 'look');
}

/** Whether timelines change more than the places of nodes, or do not play from the start. */
function hasLostTracks(document: SceneDocument): boolean {
  return Object.entries(document.timelines).some(([id, { plays }]) => {
    const tracks = tracksOf(document, id);
    return tracks.some(({ path }) => !plays || !TRANSFORM.test(path));
  });
}

/** Whether the material has a clear coat, which UsdPreviewSurface cannot express. */
function hasCoat({ advanced }: Material): boolean {
  return advanced.sheen > 0 || advanced.iridescence > 0 || advanced.anisotropy > 0;
}

/** Whether models play different clips, which AR merges into its single timeline. */
function hasManyClips(nodes: SceneNode[]): boolean {
  const clips = nodes.flatMap((node) =>
    node.kind === 'model' && node.props.animation?.playing ? [node.props.animation.clip] : [],
  );
  return new Set(clips).size > 1;
}
