import { Color, DoubleSide, Mesh, PlaneGeometry, ShaderMaterial, type Vector3 } from 'three';

/** How far the grid reaches around the eye, in units of the eye's distance from it. */
const REACH = 40;

const VERTEX = `
varying vec3 vWorld;
void main() {
  vec4 world = modelMatrix * vec4(position, 1.0);
  vWorld = world.xyz;
  gl_Position = projectionMatrix * viewMatrix * world;
}`;
/** Lines one step apart, every tenth stronger; a level fades as its lines come too close to each other on the screen. */
const FRAGMENT = `
varying vec3 vWorld;
uniform vec3 color; uniform vec3 axisX; uniform vec3 axisZ; uniform float step; uniform vec3 eye; uniform float reach;
float lines(float size) {
  vec2 at = vWorld.xz / size;
  vec2 width = fwidth(at);
  vec2 near = abs(fract(at - 0.5) - 0.5) / width;
  float line = 1.0 - min(min(near.x, near.y), 1.0);
  return line * (1.0 - smoothstep(0.12, 0.4, max(width.x, width.y)));
}
void main() {
  float alpha = lines(step) * 0.35;
  alpha = max(alpha, lines(step * 10.0) * 0.75);
  vec3 shade = color;
  vec2 width = fwidth(vWorld.xz);
  float onX = 1.0 - min(abs(vWorld.z) / width.y / 1.2, 1.0);
  float onZ = 1.0 - min(abs(vWorld.x) / width.x / 1.2, 1.0);
  if (onX > 0.0) { shade = axisX; alpha = max(alpha, onX); }
  if (onZ > onX) { shade = axisZ; alpha = max(alpha, onZ); }
  float far = 1.0 - smoothstep(0.25, 1.0, distance(vWorld.xz, eye.xz) / reach);
  gl_FragColor = vec4(shade, alpha * far * 0.55);
  if (gl_FragColor.a < 0.005) discard;
  #include <colorspace_fragment>
}`;

/** An endless grid on the ground, drawn into the depth of the scene but never over it. */
export class Grid {
  readonly object: Mesh<PlaneGeometry, ShaderMaterial>;

  constructor(colors: { grid: string; x: string; z: string }) {
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
      toneMapped: false,
      uniforms: {
        color: { value: new Color(colors.grid) },
        axisX: { value: new Color(colors.x) },
        axisZ: { value: new Color(colors.z) },
        step: { value: 1 },
        eye: { value: null },
        reach: { value: 1 },
      },
    });
    this.object = new Mesh(new PlaneGeometry(1, 1).rotateX(-Math.PI / 2), material);
    this.object.frustumCulled = false;
  }

  /** Lets the grid lie around the eye; its steps follow how near the eye is, unless there is a wanted one in metres. */
  update(eye: Vector3, target: Vector3, wanted: number | null): void {
    const away = Math.max(eye.distanceTo(target), Math.abs(eye.y), 0.05);
    const step = wanted ?? 10 ** Math.floor(Math.log10(away / 3));
    const reach = away * REACH;
    const { uniforms } = this.object.material;
    Object.assign(uniforms, { step: { value: step }, eye: { value: eye.clone() }, reach: { value: reach } });
    // A hair above the ground, which would otherwise hide it here and there.
    this.object.position.set(eye.x, away * 0.0002, eye.z);
    this.object.scale.set(reach * 2, 1, reach * 2);
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.object.material.dispose();
  }
}
