import type { LightSource } from '@diorama/shared/scene/nodes/traits.ts';
import {
  AmbientLight,
  type Box3,
  DirectionalLight,
  type Light,
  type Object3D,
  PointLight,
  RectAreaLight,
  Sphere,
  SpotLight,
  Vector3,
} from 'three';
import type { Placement } from './graph.ts';

/** Limits of one shader on the weakest device: uniforms for lights, texture units for shadows. */
export const LIGHT_LIMITS = {
  shining: { point: 24, spot: 12, directional: 6, ambient: 24, area: 8 },
  casting: 4,
} as const;

/** Light types in order of shadow priority. */
const SHADOW_ORDER: readonly LightType[] = ['directional', 'spot', 'point'];

type Entry = { source: LightSource; light: Light; placement: Placement };

const SHADOW_MAP_PX = { spot: 1024, directional: 2048, point: 512 } as const;
/** Shadow range of an infinite light, in scene diagonals. */
const ENDLESS_DIAGONALS = 3;

/** Syncs three.js lights with the document's light sources, within the limits of one shader. */
export class LightRig {
  readonly #parent: Object3D;
  readonly #entries = new Map<string, Entry>();
  readonly #loadAreas: () => Promise<unknown>;
  #canShineAreas = false;
  #areas: Promise<unknown> | null = null;

  /** @param loadAreas - fetches the tables for area lights and requests a redraw */
  constructor(parent: Object3D, loadAreas: () => Promise<unknown>) {
    this.#parent = parent;
    this.#loadAreas = loadAreas;
  }

  /** Adds or updates a light. */
  set(id: string, source: LightSource, placement: Placement): void {
    const known = this.#entries.get(id);
    if (known?.source.type === 'directional' && source.type === 'directional') {
      // A new light for each step of a rotated sun would allocate new shadow maps.
      known.light.color.set(source.color);
      known.light.intensity = source.intensity;
      this.#entries.set(id, { source, light: known.light, placement });
      return;
    }
    this.remove(id);
    const light = createLight(source);
    light.matrixAutoUpdate = false;
    this.#parent.add(light);
    if (light instanceof SpotLight || light instanceof DirectionalLight) {
      this.#parent.add(light.target);
    }
    this.#entries.set(id, { source, light, placement });
    if (source.type === 'area') {
      this.#areas ??= this.#loadAreas().then(() => {
        this.#canShineAreas = true;
      });
    }
  }

  /** Removes a light; unknown ids are ignored. */
  remove(id: string): void {
    const light = this.#entries.get(id)?.light;
    if (light instanceof SpotLight || light instanceof DirectionalLight) {
      light.target.removeFromParent();
    }
    light?.removeFromParent();
    light?.dispose();
    this.#entries.delete(id);
  }

  /** Places all lights, selects the active ones and the shadow casters, and fits shadow cameras to the scene. */
  arrange(measure: () => Box3): void {
    if (this.#entries.size === 0) {
      return;
    }
    const shining = [...this.#entries].filter(([, { placement }]) => placement.visible);
    const chosen = chooseLights(
      shining.map(([id, { source }]) => ({
        id,
        type: source.type,
        castShadow: 'castShadow' in source && source.castShadow,
      })),
    );
    const around = measure().getBoundingSphere(new Sphere());
    for (const [id, entry] of this.#entries) {
      const isReady = entry.source.type !== 'area' || this.#canShineAreas;
      entry.light.visible = chosen.shining.has(id) && isReady;
      entry.light.castShadow = chosen.casting.has(id);
      arrangeLight(entry, around);
    }
  }

  dispose(): void {
    for (const id of [...this.#entries.keys()]) {
      this.remove(id);
    }
  }
}

function createLight(source: LightSource): Light {
  const { color, intensity } = source;
  switch (source.type) {
    case 'point':
      return new PointLight(color, intensity, source.distance);
    case 'spot':
      return new SpotLight(color, intensity, source.distance, source.angle, source.penumbra);
    case 'directional':
      return new DirectionalLight(color, intensity);
    case 'area':
      return new RectAreaLight(color, intensity, ...source.size);
    case 'ambient':
      return new AmbientLight(color, intensity);
  }
}

const position = new Vector3();
const forward = new Vector3();

function arrangeLight({ source, light, placement }: Entry, around: Sphere): void {
  position.setFromMatrixPosition(placement.world);
  forward.set(0, 0, -1).transformDirection(placement.world);
  if (source.type === 'directional' && source.toward) {
    forward.fromArray(source.toward).normalize();
  }
  if (light instanceof DirectionalLight) {
    arrangeDirectional(light, around);
  } else if (light instanceof RectAreaLight) {
    light.matrix.copy(placement.world);
    light.updateMatrixWorld(true);
  } else {
    place(light, position);
  }
  if (light instanceof SpotLight) {
    place(light.target, position.add(forward));
    fitShadow(light, 'spot', around);
  }
  if (light instanceof PointLight) {
    fitShadow(light, 'point', around);
  }
}

function arrangeDirectional(light: DirectionalLight, around: Sphere): void {
  const radius = Math.max(around.radius, 1);
  place(light.target, around.center);
  place(light, position.copy(around.center).addScaledVector(forward, -2 * radius));
  const { camera } = light.shadow;
  camera.left = camera.bottom = -radius;
  camera.right = camera.top = radius;
  camera.near = radius * 0.5;
  camera.far = radius * 4;
  camera.updateProjectionMatrix();
  light.shadow.mapSize.setScalar(SHADOW_MAP_PX.directional);
  light.shadow.normalBias = (radius * 4) / SHADOW_MAP_PX.directional;
  light.shadow.radius = 3;
}

function fitShadow(light: SpotLight | PointLight, type: 'spot' | 'point', around: Sphere): void {
  const { camera } = light.shadow;
  const reach = Math.max(around.radius, 1) * 2 * ENDLESS_DIAGONALS;
  camera.near = 0.05;
  camera.far = light.distance > 0 ? light.distance : reach;
  camera.updateProjectionMatrix();
  light.shadow.mapSize.setScalar(SHADOW_MAP_PX[type]);
  light.shadow.normalBias = 0.02;
  light.shadow.radius = 3;
}

function place(object: Object3D, at: Vector3): void {
  object.matrixAutoUpdate = false;
  object.matrix.setPosition(at);
  object.position.copy(at);
  object.updateMatrixWorld(true);
}

type LightType = LightSource['type'];

type Candidate = { id: string; type: LightType; castShadow: boolean };

/**
 * Selects the active lights and shadow casters if there are too many. The selection depends on ids alone, so that every
 * surface and every run renders the same picture.
 */
export function chooseLights(candidates: readonly Candidate[]): {
  shining: ReadonlySet<string>;
  casting: ReadonlySet<string>;
} {
  const ordered = [...candidates].sort((a, b) => (a.id < b.id ? -1 : 1));
  const left: Record<LightType, number> = { ...LIGHT_LIMITS.shining };
  const shining = ordered.filter(({ type }) => {
    left[type] -= 1;
    return left[type] >= 0;
  });
  const casting = shining
    .filter(({ castShadow }) => castShadow)
    .sort((a, b) => SHADOW_ORDER.indexOf(a.type) - SHADOW_ORDER.indexOf(b.type))
    .slice(0, LIGHT_LIMITS.casting);
  return { shining: new Set(shining.map(({ id }) => id)), casting: new Set(casting.map(({ id }) => id)) };
}
