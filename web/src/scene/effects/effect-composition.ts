import type { Effects } from '@diorama/shared/scene/document.ts';
import {
  BloomEffect,
  ChromaticAberrationEffect,
  DepthOfFieldEffect,
  EffectComposer,
  EffectPass,
  FXAAEffect,
  NormalPass,
  Pass,
  RenderPass,
  SSAOEffect,
} from 'postprocessing';
import {
  AlwaysDepth,
  HalfFloatType,
  type Scene,
  ShaderMaterial,
  type Texture,
  Uniform,
  Vector2,
  type WebGLRenderer,
  type WebGLRenderTarget,
} from 'three';
import type { AnyCamera } from '../scene-camera.ts';
import { type Built, buildFinal, type Setter } from './build-final.ts';
import type { EffectName } from './effect-list.ts';
import { MirrorEffect } from './mirror-effect.ts';
import { SurfacePass } from './surface-pass.ts';

const VERTEX =
  'varying vec2 vUv; void main() { vUv = position.xy * 0.5 + 0.5; gl_Position = vec4(position.xy, 1.0, 1.0); }';

const FRAGMENT =
  'uniform highp sampler2D depth; varying vec2 vUv; void main() { gl_FragDepth = texture2D(depth, vUv).r; }';

/** Writes the scene's depth into the canvas after the final pass, so that later draws are occluded by it. */
class DepthPass extends Pass {
  readonly #depth = new Uniform<Texture | null>(null);

  constructor() {
    super('DepthPass');
    this.needsSwap = false;
    this.needsDepthTexture = true;
    this.fullscreenMaterial = new ShaderMaterial({
      uniforms: { depth: this.#depth },
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      depthFunc: AlwaysDepth,
      colorWrite: false,
      toneMapped: false,
    });
  }

  override setDepthTexture(depth: Texture): void {
    this.#depth.value = depth;
  }

  override render(renderer: WebGLRenderer, _input: WebGLRenderTarget): void {
    renderer.setRenderTarget(null);
    renderer.render(this.scene, this.camera);
  }
}

/** A frame to render with effects. */
type EffectFrame = {
  scene: Scene;
  camera: AnyCamera;
  effects: Effects;
  active: readonly EffectName[];
  antialiasing: Effects['antialiasing'];
  keepsDepth: boolean;
  /** Distance of the camera behind the eye, in metres. */
  back: number;
};

const SAMPLES = 4;
/** Smallest edge contrast in linear light, as a share of white, so that dark edges count too. */
const FAINTEST_EDGE = 0.004;
/** Largest shift of the chromatic aberration, as a share of the picture. */
const MAX_DRIFT = 0.006;

/** Range of ambient occlusion from the eye, and proximity of occluders, in metres. */
const AO_REACH = { distance: 20, distanceFalloff: 5, proximity: 0.4, proximityFalloff: 0.1 };

/** Render passes of a set of effects. Another set rebuilds them; values are only set. */
export class EffectComposition {
  readonly #renderer: WebGLRenderer;
  readonly #composer: EffectComposer;
  readonly #size = new Vector2();
  #key = '';
  #scene: Scene | null = null;
  #camera: AnyCamera | null = null;
  #set: Setter = () => undefined;
  #width = 0;
  #height = 0;

  constructor(renderer: WebGLRenderer) {
    this.#renderer = renderer;
    const { autoClear } = renderer;
    this.#composer = new EffectComposer(renderer, { frameBufferType: HalfFloatType });
    // The last pass that draws is not always the last one of the list.
    this.#composer.autoRenderToScreen = false;
    // The composer turns it off permanently; rendering without effects needs the original value.
    renderer.autoClear = autoClear;
  }

  /** Renders into the canvas. */
  render(frame: EffectFrame): void {
    const { scene, camera, effects, active, antialiasing, keepsDepth, back } = frame;
    const key = `${active.join()}|${antialiasing}|${keepsDepth}`;
    if (key !== this.#key || scene !== this.#scene || camera !== this.#camera) {
      this.#key = key;
      this.#scene = scene;
      this.#camera = camera;
      this.#build(frame);
    }
    this.#set(effects, back);
    const { autoClear } = this.#renderer;
    this.#renderer.getSize(this.#size);
    if (this.#size.x !== this.#width || this.#size.y !== this.#height) {
      this.#width = this.#size.x;
      this.#height = this.#size.y;
      this.#composer.setSize(this.#width, this.#height, false);
    }
    this.#renderer.autoClear = false;
    this.#composer.render(0);
    this.#renderer.autoClear = autoClear;
  }

  dispose(): void {
    this.#composer.dispose();
  }

  #build({ scene, camera, active, antialiasing, keepsDepth }: EffectFrame): void {
    const { passes: old } = this.#composer;
    this.#composer.multisampling =
      antialiasing === 'msaa' ? Math.min(SAMPLES, this.#renderer.capabilities.maxSamples) : 0;
    this.#composer.removeAllPasses();
    for (const pass of old) {
      pass.dispose();
    }
    this.#width = 0;
    const built = [
      ...active.flatMap((name) => BUILDERS[name]?.(scene, camera) ?? []),
      ...(antialiasing === 'fxaa' ? [buildSmoothing(camera)] : []),
      buildFinal(camera, active),
    ];
    this.#set = (effects, back) => {
      for (const { set } of built) {
        set(effects, back);
      }
    };
    const passes = [new RenderPass(scene, camera), ...built.flatMap(({ passes: own }) => own)];
    for (const pass of [...passes, ...(keepsDepth ? [new DepthPass()] : [])]) {
      this.#composer.addPass(pass);
    }
    for (const pass of passes) {
      pass.renderToScreen = pass === passes.at(-1);
    }
  }
}

type Builder = (scene: Scene, camera: AnyCamera) => Built;

/** Effects with a separate pass, before tone mapping. */
const BUILDERS: Readonly<Partial<Record<EffectName, Builder>>> = {
  ao: (scene, camera) => {
    const normals = new NormalPass(scene, camera);
    const ao = new SSAOEffect(camera, normals.texture, {
      luminanceInfluence: 0.6,
      samples: 16,
      rings: 5,
      resolutionScale: 0.5,
    });
    return {
      passes: [normals, new EffectPass(camera, ao)],
      set: ({ ao: { intensity, radius } }, back) => {
        ao.intensity = intensity;
        // The effect's radius is a share of the picture's height; at the distance of a room a metre is about that.
        setRadius(ao, Math.min(radius / 4, 0.5));
        followCamera(ao, camera, back);
      },
    };
  },
  ssr: (scene, camera) => {
    const surfaces = new SurfacePass(scene, camera);
    const mirror = new MirrorEffect(surfaces);
    return {
      passes: [surfaces, new EffectPass(camera, mirror)],
      set: ({ ssr }) => {
        mirror.set(ssr);
        mirror.follow(camera);
      },
    };
  },
  dof: (_scene, camera) => {
    const dof = new DepthOfFieldEffect(camera, { bokehScale: 2, resolutionScale: 0.5 });
    return {
      passes: [new EffectPass(camera, dof)],
      set: ({ dof: { distance, range, blur } }, back) => {
        dof.cocMaterial.adoptCameraSettings(camera);
        dof.cocMaterial.worldFocusDistance = distance + back;
        dof.cocMaterial.worldFocusRange = range;
        dof.bokehScale = blur;
      },
    };
  },
  bloom: (_scene, camera) => {
    const bloom = new BloomEffect({ mipmapBlur: true, luminanceSmoothing: 0.1 });
    return {
      passes: [new EffectPass(camera, bloom)],
      set: ({ bloom: { intensity, threshold, radius } }) => {
        bloom.intensity = intensity;
        bloom.luminanceMaterial.threshold = threshold;
        bloom.mipmapBlurPass.radius = radius;
      },
    };
  },
  chromatic: (_scene, camera) => {
    const drift = new ChromaticAberrationEffect({ radialModulation: true, modulationOffset: 0.15 });
    return {
      passes: [new EffectPass(camera, drift)],
      set: ({ chromatic: { amount } }) => {
        drift.offset.setScalar(amount * MAX_DRIFT);
      },
    };
  },
};

function buildSmoothing(camera: AnyCamera): Built {
  const smoothing = new FXAAEffect();
  smoothing.minEdgeThreshold = FAINTEST_EDGE;
  return { passes: [new EffectPass(camera, smoothing)], set: () => undefined };
}

function setRadius({ ssaoMaterial }: SSAOEffect, radius: number): void {
  // Another radius is another program.
  if (ssaoMaterial.radius !== radius) {
    ssaoMaterial.radius = radius;
  }
}

/** Copies the camera's matrices; the effect's own setter would recompile its program. */
function followCamera({ ssaoMaterial }: SSAOEffect, camera: AnyCamera, back: number): void {
  const { near, far, projectionMatrix, projectionMatrixInverse } = camera;
  const { uniforms } = ssaoMaterial;
  uniforms.cameraNearFar?.value.set(near, far);
  uniforms.projectionMatrix?.value.copy(projectionMatrix);
  uniforms.inverseProjectionMatrix?.value.copy(projectionMatrixInverse);
  const depth = far - near;
  ssaoMaterial.distanceThreshold = (AO_REACH.distance + back - near) / depth;
  ssaoMaterial.distanceFalloff = AO_REACH.distanceFalloff / depth;
  ssaoMaterial.proximityThreshold = AO_REACH.proximity / depth;
  ssaoMaterial.proximityFalloff = AO_REACH.proximityFalloff / depth;
}
