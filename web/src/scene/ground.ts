import type { Environment } from '@diorama/shared/scene/document.ts';
import {
  CircleGeometry,
  Color,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
  ShadowMaterial,
  type Texture,
} from 'three';
import type { AssetLoader } from './asset-loader.ts';

type GroundKind = Environment['ground']['kind'];

const SHADOW_STRENGTH = 0.42;
/** Depth settings that let objects on the ground win over it, also at the same height. */
const BEHIND = { depthWrite: false, polygonOffset: true, polygonOffsetFactor: 2, polygonOffsetUnits: 8 };
const GLOSS = { color: '#1b1d22', roughness: 0.22, metalness: 0.1 };

/**
 * Meshes of a scene's ground, from back to front; empty for none. The caller disposes of them.
 * `panorama` is the texture of a dome, turned by `rotation` like the light; without it a dome only receives shadows.
 */
export async function createGround(
  { kind, height, radius }: Environment['ground'],
  {
    panorama,
    rotation,
    loader,
  }: { panorama: Texture | null; rotation: number; loader: Pick<AssetLoader, 'loadCode'> },
): Promise<Mesh[]> {
  if (kind === 'none') {
    return [];
  }
  const disc = settle(createDisc(kind, radius));
  if (kind !== 'dome' || !panorama) {
    return [disc];
  }
  const module = await loader.loadCode('ground', () => import('three/addons/objects/GroundedSkybox.js'));
  if (!module) {
    return [disc];
  }
  const dome = new module.GroundedSkybox(panorama, height, radius);
  dome.position.y = height;
  dome.rotation.y = rotation;
  dome.renderOrder = -2;
  return [settle(dome), disc];
}

/** Frees the meshes of {@link createGround}. */
export function disposeGround(ground: Mesh): void {
  ground.removeFromParent();
  ground.geometry.dispose();
  for (const material of [ground.material].flat()) {
    material.dispose();
  }
}

function createDisc(kind: GroundKind, radius: number): Mesh {
  const geometry = new CircleGeometry(radius, 96).rotateX(-Math.PI / 2);
  const disc = new Mesh(geometry, kind === 'reflective' ? createGloss(radius) : createShadowCatcher(radius));
  disc.receiveShadow = true;
  // Rendered before the objects on it, in any sort order.
  disc.renderOrder = -1;
  return disc;
}

function createShadowCatcher(radius: number): ShadowMaterial {
  const material = new ShadowMaterial({ color: new Color(0), opacity: SHADOW_STRENGTH, ...BEHIND });
  fadeOut(material, radius);
  return material;
}

function createGloss(radius: number): MeshStandardMaterial {
  const material = new MeshStandardMaterial({ ...GLOSS, transparent: true, ...BEHIND });
  // Transparent only at its edge.
  material.userData.isMirror = true;
  fadeOut(material, radius);
  return material;
}

/** Fades a disc out towards its edge. */
function fadeOut(material: ShadowMaterial | MeshStandardMaterial, radius: number): void {
  material.onBeforeCompile = (shader) => {
    shader.uniforms.fadeRadius = { value: radius };
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nvarying vec2 vGround;')
      .replace('#include <begin_vertex>', '#include <begin_vertex>\nvGround = position.xz;');
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', '#include <common>\nvarying vec2 vGround;\nuniform float fadeRadius;')
      .replace(
        '#include <tonemapping_fragment>',
        'gl_FragColor.a *= 1.0 - smoothstep(0.45, 1.0, length(vGround) / fadeRadius);\n#include <tonemapping_fragment>',
      );
  };
  material.customProgramCacheKey = () => 'ground-fade';
}

function settle<T extends Object3D>(object: T): T {
  object.updateMatrix();
  object.matrixAutoUpdate = false;
  return object;
}
