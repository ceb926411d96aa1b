import { Effect, EffectAttribute } from 'postprocessing';
import { Matrix4, Uniform } from 'three';
import type { AnyCamera } from '../scene-camera.ts';
import type { SurfacePass } from './surface-pass.ts';

/**
 * Screen-space reflections by ray marching. From each reflective point, a ray follows the reflected direction in equal
 * screen steps until it is behind the depth there. The crossing is refined by bisection, and its colour is blurred by
 * roughness and distance. The reflection fades towards the screen edges, the end of the ray and the roughness limit,
 * where the environment map remains. A ray that only passes behind an object continues.
 */
const FRAGMENT = `
#define STEPS 64
#define HALVINGS 6
#define TAPS 12

uniform highp sampler2D surfaces;
uniform sampler2D reflectances;
uniform highp sampler2D depths;
uniform mat4 projection;
uniform mat4 unprojection;
uniform float strength;
uniform float reach;
uniform float roughest;

struct Crossing { vec2 uv; float way; float share; };
const Crossing NOWHERE = Crossing(vec2(0.0), 0.0, 0.0);

vec3 placeOf(const in vec3 onScreen) {
  vec4 place = unprojection * vec4(onScreen * 2.0 - 1.0, 1.0);
  return place.xyz / place.w;
}

vec3 screenOf(const in vec3 place) {
  vec4 clip = projection * vec4(place, 1.0);
  return clip.xyz / clip.w * 0.5 + 0.5;
}

vec3 normalOf(const in vec2 folded) {
  vec3 normal = vec3(folded, 1.0 - abs(folded.x) - abs(folded.y));
  float under = max(-normal.z, 0.0);
  normal.xy -= vec2(normal.x < 0.0 ? -under : under, normal.y < 0.0 ? -under : under);
  return normalize(normal);
}

// Height of the picture at a point, in metres.
float heightAt(const in vec3 place) {
  return 2.0 * (projection[3][3] == 1.0 ? 1.0 : -place.z) / projection[1][1];
}

float noiseOf(const in vec2 pixel) {
  return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))));
}

float edgeShare(const in vec2 uv) {
  vec2 inside = smoothstep(vec2(0.0), vec2(0.12), min(uv, 1.0 - uv));
  return inside.x * inside.y;
}

Crossing crossingOf(const in vec3 start, const in vec3 way, const in float front, const in float behind, const in vec3 from, const in vec3 ray) {
  float near = front;
  float far = behind;
  for (int i = 0; i < HALVINGS; ++i) {
    float middle = 0.5 * (near + far);
    vec3 at = start + way * middle;
    if (texture2D(depths, at.xy).r < at.z) { far = middle; } else { near = middle; }
  }
  vec3 at = start + way * far;
  vec3 shown = placeOf(vec3(at.xy, texture2D(depths, at.xy).r));
  float apart = abs(shown.z - placeOf(at).z);
  float isTurnedAway = dot(normalOf(texture2D(surfaces, at.xy).xy), ray);
  if (apart > 0.03 * heightAt(shown) || isTurnedAway > 0.1) {
    return NOWHERE;
  }
  float gone = distance(from, shown);
  return Crossing(at.xy, gone, edgeShare(at.xy) * (1.0 - smoothstep(0.7, 1.0, gone / reach)));
}

Crossing follow(const in vec3 from, const in vec3 ray, const in bool isFlat) {
  float longest = ray.z > 0.0 && !isFlat ? min(reach, -0.95 * from.z / ray.z) : reach;
  vec3 start = screenOf(from);
  vec3 way = screenOf(from + ray * longest) - start;
  vec2 room = mix(start.xy, 1.0 - start.xy, step(0.0, way.xy)) / max(abs(way.xy), 1e-6);
  way *= min(1.0, min(room.x, room.y));
  float before = 0.0;
  bool wasInFront = true;
  float offset = 0.25 + 0.75 * noiseOf(gl_FragCoord.xy);
  for (int i = 0; i < STEPS; ++i) {
    float now = (float(i) + offset) / float(STEPS);
    vec3 at = start + way * now;
    float depth = texture2D(depths, at.xy).r;
    bool isInFront = depth >= at.z;
    if (wasInFront && !isInFront) {
      Crossing found = crossingOf(start, way, before, now, from, ray);
      if (found.share > 0.0) { return found; }
    }
    wasInFront = isInFront;
    before = now;
  }
  return NOWHERE;
}

vec3 spread(const in vec2 uv, const in float radius) {
  if (radius < texelSize.y) {
    return texture2D(inputBuffer, uv).rgb;
  }
  vec2 size = radius * vec2(projection[0][0] / projection[1][1], 1.0);
  float turn = 6.2831853 * noiseOf(gl_FragCoord.yx);
  vec3 sum = vec3(0.0);
  for (int i = 0; i < TAPS; ++i) {
    float angle = float(i) * 2.3999632 + turn;
    vec2 tap = sqrt((float(i) + 0.5) / float(TAPS)) * vec2(cos(angle), sin(angle));
    sum += texture2D(inputBuffer, uv + size * tap).rgb;
  }
  return sum / float(TAPS);
}

void mainImage(const in vec4 inputColor, const in vec2 uv, out vec4 outputColor) {
  outputColor = inputColor;
  float depth = texture2D(depths, uv).r;
  vec3 surface = texture2D(surfaces, uv).xyz;
  vec3 reflectance = texture2D(reflectances, uv).rgb;
  float roughness = surface.z;
  float gloss = 1.0 - smoothstep(0.5 * roughest, roughest, roughness);
  if (depth == 1.0 || gloss <= 0.0 || max(reflectance.r, max(reflectance.g, reflectance.b)) <= 0.0) {
    return;
  }
  bool isFlat = projection[3][3] == 1.0;
  vec3 from = placeOf(vec3(uv, depth));
  vec3 look = isFlat ? vec3(0.0, 0.0, -1.0) : normalize(from);
  vec3 normal = normalOf(surface.xy);
  vec3 ray = reflect(look, normal);
  Crossing found = follow(from + normal * 0.003 * heightAt(from), ray, isFlat);
  if (found.share <= 0.0) {
    return;
  }
  float facing = clamp(-dot(look, normal), 0.0, 1.0);
  vec3 most = max(vec3(1.0 - roughness), reflectance);
  vec3 fresnel = reflectance + (most - reflectance) * pow(1.0 - facing, 5.0) * step(0.001, reflectance);
  float radius = 0.5 * roughness * roughness * found.way / heightAt(from + ray * found.way);
  vec3 seen = spread(found.uv, radius);
  float all = max(fresnel.r, max(fresnel.g, fresnel.b));
  float share = min(strength * gloss * found.share, 1.0 / all);
  outputColor.rgb = inputColor.rgb * (1.0 - share * all) + seen * fresnel * share;
}`;

/** Uniforms of {@link MirrorEffect}. */
type MirrorValues = { intensity: number; distance: number; roughness: number };

/** Screen-space reflections. */
export class MirrorEffect extends Effect {
  readonly #strength = new Uniform(1);
  readonly #reach = new Uniform(1);
  readonly #roughest = new Uniform(1);
  readonly #projection = new Uniform(new Matrix4());
  readonly #unprojection = new Uniform(new Matrix4());

  constructor({ pictures }: SurfacePass) {
    const { surface, reflectance, depth } = pictures;
    super('MirrorEffect', FRAGMENT, { attributes: EffectAttribute.CONVOLUTION });
    for (const [name, uniform] of Object.entries({
      surfaces: new Uniform(surface),
      reflectances: new Uniform(reflectance),
      depths: new Uniform(depth),
      strength: this.#strength,
      reach: this.#reach,
      roughest: this.#roughest,
      projection: this.#projection,
      unprojection: this.#unprojection,
    })) {
      this.uniforms.set(name, uniform);
    }
  }

  /** Sets the values; surfaces rougher than `roughness` reflect nothing, and `distance` limits the rays, in metres. */
  set({ intensity, distance, roughness }: MirrorValues): void {
    this.#strength.value = intensity;
    this.#reach.value = distance;
    this.#roughest.value = Math.max(roughness, 0.001);
  }

  /** Copies the camera's matrices. */
  follow({ projectionMatrix, projectionMatrixInverse }: AnyCamera): void {
    this.#projection.value.copy(projectionMatrix);
    this.#unprojection.value.copy(projectionMatrixInverse);
  }
}
