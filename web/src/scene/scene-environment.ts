import type { Environment } from '@diorama/shared/scene/document.ts';
import { isSameJson } from '@diorama/shared/scene/json.ts';
import type { LightSource } from '@diorama/shared/scene/nodes/traits.ts';
import {
  type Box3,
  Color,
  DataTexture,
  Fog,
  LinearFilter,
  type Mesh,
  type Object3D,
  PMREMGenerator,
  type Scene,
  SRGBColorSpace,
  type Texture,
  type WebGLRenderer,
  type WebGLRenderTarget,
} from 'three';
import { fetchCode } from '../fetch-code.ts';
import type { AssetLoader } from './asset-loader.ts';
import { ContactShadow } from './contact-shadow.ts';
import type { DisposeQueue } from './dispose-queue.ts';
import { readEquirect } from './equirect.ts';
import { createGround, disposeGround } from './ground.ts';
import type { SkyWithoutSun } from './sky/extract-sun.ts';
import { createStudioLight, type EnvironmentLight } from './studio-light/studio-light.ts';
import type { TextureStore } from './texture-store.ts';

const STEPS = 256;

/** A panorama, and on request its separated sun, if it has a clear one. */
type Sky = { panorama: Texture; parted: SkyWithoutSun | null };

type Dependencies = {
  scene: Scene;
  renderer: WebGLRenderer;
  loader: AssetLoader;
  textures: TextureStore;
  disposeQueue: DisposeQueue;
  /** Sets the sun of the sky, or removes it. */
  shine: (sun: LightSource | null) => void;
  /** Called when a visible part loaded or changed: render again. */
  onChange: () => void;
};

/** Syncs light, backdrop, ground and fog with a document's environment. */
export class SceneEnvironment {
  readonly #dependencies: Dependencies;
  #shown: Environment | null = null;
  #light: EnvironmentLight | null = null;
  #panorama: Texture | null = null;
  /** Iri of the shown sky, which stays when a reload fails. */
  #panoramaOf: string | null = null;
  #sunIn: ((environment: Environment) => LightSource) | null = null;
  #isSunless = false;
  #backdrop: Texture | null = null;
  #ground: readonly Mesh[] = [];
  #contact: ContactShadow | null = null;
  #aspect = 1;
  #turn = 0;
  readonly #running = new Set<Promise<void>>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Whether the sky's sun should cast shadows but the sky has no sun. */
  get isSunless(): boolean {
    return this.#isSunless;
  }

  /** Renders the contact shadow again, where there is a ground. `objects` are all below `root`. */
  drawContact(root: Object3D, objects: readonly Object3D[], bounds: () => Box3): void {
    if (this.#contact?.mesh.parent) {
      this.#contact.update(this.#dependencies.renderer, root, objects, bounds());
    }
  }

  /** Sets the environment; files are applied when they have loaded. */
  show(environment: Environment): void {
    const before = this.#shown;
    this.#shown = environment;
    this.#showPlainValues(environment);
    const isSameSky = before?.hdri === environment.hdri && before.sunShadow === environment.sunShadow;
    if (!isSameSky || !this.#light) {
      this.#track(this.#loadLight(environment));
      return;
    }
    if (!isSameJson(before.background, environment.background)) {
      this.#track(this.#showBackdrop(environment));
    }
    if (!isSameJson(before.ground, environment.ground) || before.rotation !== environment.rotation) {
      this.#track(this.#showGround(environment));
    }
  }

  /** Retries a failed picture. */
  reload(iri: string): void {
    const { hdri = null, background } = this.#shown ?? {};
    if (this.#shown && (hdri === iri || background?.image === iri)) {
      this.#track(this.#loadLight(this.#shown));
    }
  }

  /** Resolves once all pending work is done. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) {
      await Promise.all(this.#running);
    }
  }

  /** Sets the viewport's width by height, which a background picture covers. */
  setAspect(aspect: number): void {
    this.#aspect = aspect;
    if (this.#backdrop && this.#shown?.background.kind === 'image') {
      coverViewport(this.#backdrop, aspect);
    }
  }

  /** Sets the distance between the camera and the eye, in metres; fog starts at the eye. */
  setBack(back: number): void {
    const { fog } = this.#dependencies.scene;
    if (fog instanceof Fog && this.#shown) {
      fog.near = this.#shown.fog.near + back;
      fog.far = this.#shown.fog.far + back;
    }
  }

  /** Creates the light again after a loss of the WebGL context. */
  restore(): void {
    // Its resources were lost with the context, so there is nothing to free.
    this.#light = null;
    if (this.#shown) {
      this.show(this.#shown);
    }
  }

  /** Frees everything and leaves the scene without surroundings. */
  dispose(): void {
    const { scene } = this.#dependencies;
    scene.background = null;
    scene.environment = null;
    scene.fog = null;
    this.#turn += 1;
    this.#shown = null;
    this.#light?.dispose();
    this.#panorama?.dispose();
    this.#backdrop?.dispose();
    this.#contact?.dispose();
    this.#ground.forEach(disposeGround);
  }

  #track(work: Promise<void>): void {
    this.#running.add(work);
    // The work never rejects: failed files are null, and the loader reports them.
    void work.finally(() => this.#running.delete(work));
  }

  #showPlainValues(environment: Environment): void {
    const { scene } = this.#dependencies;
    const { intensity, rotation, fog, background } = environment;
    scene.environmentIntensity = intensity;
    scene.backgroundIntensity = intensity;
    scene.environmentRotation.set(0, rotation, 0);
    scene.backgroundRotation.set(0, rotation, 0);
    scene.backgroundBlurriness = background.blur;
    scene.fog = fog.enabled ? new Fog(fog.color, fog.near, fog.far) : null;
    this.#dependencies.shine(this.#sunIn?.(environment) ?? null);
  }

  async #loadLight(environment: Environment): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    const { hdri, sunShadow } = environment;
    if (!this.#light || hdri === null) {
      // The studio lights the scene until a panorama has loaded, and if it fails.
      this.#setLight(null);
      this.#panoramaOf = null;
      this.#isSunless = sunShadow && hdri === null;
    }
    await this.#showAround(environment);
    if (hdri === null) {
      return;
    }
    const sky = await this.#dependencies.loader.load(hdri, (bytes) => readSky(bytes, sunShadow));
    const keeps = sky === null && this.#panoramaOf === hdri;
    if (turn === this.#turn && !keeps) {
      this.#setLight(sky);
      this.#panoramaOf = sky && hdri;
      this.#isSunless = sunShadow && sky !== null && !sky.parted;
    } else {
      sky?.panorama.dispose();
    }
    sky?.parted?.rest.dispose();
    if (turn !== this.#turn) {
      return;
    }
    await this.#showAround(environment);
  }

  #setLight(sky: Sky | null): void {
    const { renderer, scene, shine } = this.#dependencies;
    this.#panorama?.dispose();
    this.#panorama = sky?.panorama ?? null;
    this.#light?.dispose();
    this.#light = sky ? filterEquirect(renderer, sky.parted?.rest ?? sky.panorama) : this.#lightStudio();
    scene.environment = this.#light.texture;
    this.#sunIn = sky?.parted?.sunIn ?? null;
    shine(this.#shown && this.#sunIn ? this.#sunIn(this.#shown) : null);
  }

  #lightStudio(): EnvironmentLight {
    const light = createStudioLight();
    this.#track(light.filled.then(this.#dependencies.onChange));
    return light;
  }

  /** Backdrop and ground may show the panorama, so they follow the light. */
  async #showAround(environment: Environment): Promise<void> {
    await Promise.all([this.#showBackdrop(environment), this.#showGround(environment)]);
  }

  async #showBackdrop({ background }: Environment): Promise<void> {
    const { scene, textures, disposeQueue, onChange } = this.#dependencies;
    const image =
      background.kind === 'image' && background.image !== null
        ? await textures.load(background.image, { isColor: true, flipY: true })
        : null;
    if (!isSameJson(this.#shown?.background, background)) {
      image?.dispose();
      return;
    }
    const old = this.#backdrop;
    disposeQueue.add(() => old?.dispose());
    this.#backdrop =
      background.kind === 'gradient' ? createBackgroundGradient(background.color, background.color2) : image;
    scene.background = {
      environment: this.#panorama ?? this.#light?.texture ?? null,
      color: new Color(background.color),
      gradient: this.#backdrop,
      transparent: null,
      image: image ?? new Color(background.color),
    }[background.kind];
    this.setAspect(this.#aspect);
    onChange();
  }

  async #showGround({ ground, rotation }: Environment): Promise<void> {
    const made = await createGround(ground, {
      panorama: this.#panorama,
      rotation,
      loader: this.#dependencies.loader,
    });
    if (!isSameJson(this.#shown?.ground, ground)) {
      made.forEach(disposeGround);
      return;
    }
    const { scene, disposeQueue, onChange } = this.#dependencies;
    for (const mesh of this.#ground) {
      mesh.removeFromParent();
      disposeQueue.add(() => disposeGround(mesh));
    }
    this.#ground = made;
    for (const mesh of made) {
      scene.add(mesh);
    }
    this.#contact ??= new ContactShadow();
    if (ground.kind === 'none') {
      this.#contact.mesh.removeFromParent();
    } else {
      scene.add(this.#contact.mesh);
    }
    onChange();
  }
}

/** Filters an equirectangular picture for reflections (PMREM). The caller disposes of it. */
function filterEquirect(renderer: WebGLRenderer, picture: Texture): WebGLRenderTarget {
  const generator = new PMREMGenerator(renderer);
  const target = generator.fromEquirectangular(picture);
  generator.dispose();
  return target;
}

/**
 * Decodes a panorama and, with `wantsSun`, separates its sun.
 * @throws when the bytes are no panorama.
 */
async function readSky(bytes: ArrayBuffer, wantsSun: boolean): Promise<Sky> {
  const panorama = await readEquirect(bytes);
  if (!wantsSun) {
    return { panorama, parted: null };
  }
  const { extractSun } = await fetchCode(() => import('./sky/extract-sun.ts'));
  return { panorama, parted: extractSun(panorama) };
}

/** Creates a vertical gradient as the scene's background, `top` above `bottom`. The caller disposes of it. */
function createBackgroundGradient(top: string, bottom: string): DataTexture {
  const from = new Color(bottom).getRGB({ r: 0, g: 0, b: 0 }, SRGBColorSpace);
  const to = new Color(top).getRGB({ r: 0, g: 0, b: 0 }, SRGBColorSpace);
  const pixels = new Uint8Array(STEPS * 4);
  for (let row = 0; row < STEPS; row += 1) {
    const share = row / (STEPS - 1);
    const mix = (a: number, b: number) => Math.round(255 * (a + (b - a) * share));
    pixels.set([mix(from.r, to.r), mix(from.g, to.g), mix(from.b, to.b), 255], row * 4);
  }
  const texture = new DataTexture(pixels, 1, STEPS);
  texture.colorSpace = SRGBColorSpace;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
}

/** Scales a texture to cover the viewport and crops the rest, like CSS `cover`. */
function coverViewport(texture: Texture, viewportAspect: number): void {
  const { width = 1, height = 1 } = texture.image as { width?: number; height?: number };
  const ratio = viewportAspect / (width / height);
  texture.repeat.set(Math.min(1, ratio), Math.min(1, 1 / ratio));
  texture.offset.set((1 - texture.repeat.x) / 2, (1 - texture.repeat.y) / 2);
  texture.updateMatrix();
}
