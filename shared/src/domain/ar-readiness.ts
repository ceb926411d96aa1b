import type { SceneDocument, SceneNode } from '../scene/document.ts';
import type { Material } from '../scene/material.ts';
import { isMeasured, materialIdsOf, nodeKinds } from '../scene/nodes/kinds.ts';

/** What of a scene AR does not show, or shows otherwise. */
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
  | 'clips';

/** What makes AR slow to open, or a phone give up. */
export type ArBurden = 'triangles' | 'drawCalls' | 'textures' | 'bytes' | 'empty';

/** What a scene costs. */
export type ArCost = {
  triangles: number;
  drawCalls: number;
  textures: number;
  /** Of the USDZ. */
  bytes: number;
};

/** How ready a scene is for AR. */
export type ArReadiness = {
  /** 0 to 100. */
  score: number;
  verdict: 'ready' | 'heavy' | 'tooHeavy';
  burdens: { burden: ArBurden; isSevere: boolean }[];
  losses: ArLoss[];
};

const MB = 1_000_000;
/** What phones open at once, and what many of them give up at. */
const LIMITS = {
  triangles: { good: 200_000, most: 800_000 },
  drawCalls: { good: 100, most: 400 },
  textures: { good: 20, most: 60 },
  bytes: { good: 10 * MB, most: 50 * MB },
} as const satisfies Record<keyof ArCost, { good: number; most: number }>;

const COST = Object.keys(LIMITS) as (keyof ArCost)[];
/** What one burden takes from the score at its limit. */
const WEIGHT = 40;
const READY_FROM = 80;
const HEAVY_FROM = 40;

/** Judges by what a scene costs how well phones open it, and lists what its document has that AR leaves out. */
export function judgeArReadiness(document: SceneDocument, cost: ArCost): ArReadiness {
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
    losses: lossesOf(document, nodes),
  };
}

function burdenOf(value: number, { good, most }: { good: number; most: number }): number {
  return value <= good ? 0 : Math.min(2, (value - good) / (most - good)) * WEIGHT;
}

function lossesOf({ environment, effects, materials }: SceneDocument, nodes: SceneNode[]): ArLoss[] {
  const used = new Set(nodes.flatMap(materialIdsOf));
  const worn = Object.entries(materials).flatMap(([id, material]) => (used.has(id) ? [material] : []));
  const lost: Record<ArLoss, boolean> = {
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
  };
  return (Object.keys(lost) as ArLoss[]).filter((loss) => lost[loss]);
}

/** What UsdPreviewSurface has no word for. */
function hasCoat({ advanced }: Material): boolean {
  return advanced.sheen > 0 || advanced.iridescence > 0 || advanced.anisotropy > 0;
}

/** AR plays one timeline: models that play different clips are merged into it. */
function hasManyClips(nodes: SceneNode[]): boolean {
  const clips = nodes.flatMap((node) =>
    node.kind === 'model' && node.props.animation?.playing ? [node.props.animation.clip] : [],
  );
  return new Set(clips).size > 1;
}
